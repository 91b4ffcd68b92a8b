import { z } from 'zod'

/** Of lists: whether each entry also says how many comments it has. */
export const CountedComments = z.literal('count').optional().meta({
  description: 'With it, everything listed says in `$comments` how many comments it has.',
})

import { z } from 'zod'
import { FileEntry } from './files.ts'

/** So many somebody still finds something among; all of them are listed at once. */
export const maxStars = 500

export const Stars = z.array(FileEntry).meta({
  description: 'As far as they are there and seen, the last that was starred first.',
})

export const SetStars = z
  .strictObject({
    ids: z.array(z.string()).min(1).max(maxStars).meta({ description: 'Paths.' }),
    starred: z.boolean(),
  })
  .meta({ id: 'SetStars' })
export type SetStars = z.infer<typeof SetStars>

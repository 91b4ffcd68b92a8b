import { z } from 'zod'

/** What people call something that has a name in addresses as well. */
export const Title = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .regex(/^[^\p{Cc}\p{Zl}\p{Zp}\p{Cs}]*$/u, 'one line of text')
  .meta({ description: 'How people call it.' })

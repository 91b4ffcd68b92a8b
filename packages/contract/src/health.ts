import { z } from 'zod'

export const Health = z.object({
  live: z.literal(true),
  ready: z.boolean().meta({ description: 'Whether the database answers.' }),
  version: z.string(),
})
export type Health = z.infer<typeof Health>

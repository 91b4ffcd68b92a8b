import { z } from 'zod'

export const Health = z
  .object({
    live: z.literal(true),
    ready: z.boolean().meta({
      description: 'Whether the database answers, and nobody has told the server to stop.',
    }),
    version: z.string(),
  })
  .meta({ id: 'Health', description: 'How the server is.' })
export type Health = z.infer<typeof Health>

export const Liveness = Health.omit({ ready: true }).meta({
  id: 'Liveness',
  description: 'That the server is alive.',
})
export type Liveness = z.infer<typeof Liveness>

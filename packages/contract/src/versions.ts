import { z } from 'zod'

/** A former state of a file, which is kept though something else has taken its place. */
export const FileVersion = z
  .object({
    version: z.string().meta({ description: 'Its id, for the routes of one version.' }),
    size: z.int().meta({ description: 'In bytes.' }),
    date: z.iso.datetime().meta({ description: 'When these bytes were changed last.' }),
    at: z.iso.datetime().meta({ description: 'Until when the file had them.' }),
    actor: z.string().nullable().meta({ description: 'Who replaced them.' }),
    actorId: z.string().nullable().meta({ description: 'The same as an account.' }),
  })
  .meta({ id: 'FileVersion', description: 'A former state of a file.' })
export type FileVersion = z.infer<typeof FileVersion>

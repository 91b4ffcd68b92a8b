import { z } from 'zod'
import { FileReference } from './files.ts'

const TrashId = z.string().regex(/^[1-9]\d{0,15}$/)
const TrashIds = z.array(TrashId).max(10_000)

export const TrashEntry = z
  .object({
    id: z.string().meta({ description: 'What it is called by in the trash.' }),
    path: z.string().meta({ description: 'Where it was.' }),
    name: z.string(),
    type: z.enum(['file', 'folder', 'link', 'other']),
    size: z.int().nullable().meta({
      description:
        'Bytes of a file, or of all files in a folder; `null` where some of them are hidden from me.',
    }),
    deleted: z.iso.datetime().meta({ description: 'When it was deleted.' }),
    actor: z.string().nullable().meta({ description: 'Who deleted it.' }),
    actorId: z.string().nullable().meta({ description: 'Their account.' }),
  })
  .meta({ id: 'TrashEntry', description: 'A file or folder that was deleted and can come back.' })
export type TrashEntry = z.infer<typeof TrashEntry>

export const TrashPage = z
  .object({
    entries: z.array(TrashEntry).meta({ description: 'What was deleted last comes first.' }),
    next: z.string().nullable().meta({
      description: 'The `after` of the next page; `null` where there is none.',
    }),
  })
  .meta({ id: 'TrashPage' })
export type TrashPage = z.infer<typeof TrashPage>

export const RestoreTrash = z
  .strictObject({
    ids: TrashIds.meta({ description: 'Ids of the trash.' }),
    target: z.string().nullable().default(null).meta({
      description: 'The folder to bring them to; `null`: each to where it was.',
    }),
  })
  .meta({ id: 'RestoreTrash' })
export type RestoreTrash = z.infer<typeof RestoreTrash>

export const Restored = z
  .array(FileReference)
  .meta({ description: 'Where each is now, in the order of the ids that were sent.' })

export const EmptyTrash = z
  .strictObject({
    ids: TrashIds.nullable().default(null).meta({
      description: 'Ids of the trash; `null`: all of it.',
    }),
  })
  .meta({ id: 'EmptyTrash' })
export type EmptyTrash = z.infer<typeof EmptyTrash>

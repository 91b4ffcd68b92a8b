import { z } from 'zod'

/** An entry of the file manager. Its id is its path: `/docs/plan.txt`. */
export const FileEntry = z
  .object({
    id: z.string().meta({ description: 'The path, beginning with /.' }),
    type: z.enum(['file', 'folder', 'link', 'other']).meta({
      description: 'A link and anything special is shown, but never opened.',
    }),
    value: z.string().meta({ description: 'The name.' }),
    date: z.iso.datetime().meta({ description: 'When it was changed last.' }),
    size: z.int().optional().meta({ description: 'Bytes of a file.' }),
    lazy: z.literal(true).optional().meta({ description: 'A folder: ask for its entries.' }),
    count: z.int().optional().meta({ description: 'Entries directly in a folder.' }),
    bytes: z
      .int()
      .optional()
      .meta({ description: 'Bytes of all files in a folder, however deep.' }),
    $comments: z.int().optional().meta({ description: 'How many, where that was asked for.' }),
  })
  .meta({ id: 'File', description: 'A file, folder or link of the drive. Its id is its path.' })
export type FileEntry = z.infer<typeof FileEntry>

/** What a search may be narrowed to. */
export const FileKind = z.enum([
  'picture',
  'document',
  'spreadsheet',
  'pdf',
  'audio',
  'video',
  'archive',
  'folder',
])
export type FileKind = z.infer<typeof FileKind>

/** How a request speaks of an entry it has made, renamed, moved or copied. */
export const FileReference = z
  .object({ id: z.string().meta({ description: 'The path.' }), name: z.string() })
  .meta({ id: 'FileReference', description: 'Where an entry is now, and what it is called.' })
export type FileReference = z.infer<typeof FileReference>

export const FileResult = z.object({ result: FileReference })
export const FileResults = z.object({
  result: z.array(FileReference).meta({ description: 'In the order of the ids that were sent.' }),
})

/** What to do where a name is taken. */
export const NameConflict = z.enum(['rename', 'number', 'replace', 'skip', 'fail']).meta({
  id: 'NameConflict',
  description:
    'Where a name is taken: `rename` gives another one like it (`a.new.txt`), `number` one with a number (`a (2).txt`), `replace` puts a file in the place of a file and keeps its former bytes as a version, `skip` changes nothing and answers what is there, `fail` refuses.',
})
export type NameConflict = z.infer<typeof NameConflict>

const conflict = NameConflict.optional().meta({
  description: 'What to do where a name is taken; without it, `rename`.',
})

export const CreateFile = z
  .looseObject({
    name: z.string(),
    type: z.enum(['file', 'folder']).default('file'),
    conflict,
  })
  .meta({ id: 'CreateFile' })
export type CreateFile = z.infer<typeof CreateFile>

export const RenameFile = z
  .looseObject({ operation: z.literal('rename'), name: z.string(), conflict })
  .meta({ id: 'RenameFile' })

const Ids = z.array(z.string()).meta({ description: 'Paths.' })

export const MoveFiles = z
  .looseObject({
    operation: z.enum(['move', 'copy']),
    ids: Ids,
    target: z.string().meta({ description: 'The folder to move or copy to.' }),
    conflict,
  })
  .meta({ id: 'MoveFiles' })

export const DeleteFiles = z.looseObject({ ids: Ids }).meta({ id: 'DeleteFiles' })

/** What the upload of one file answers, for the file manager and for the stand-alone uploader. */
export const Uploaded = z
  .object({ ...FileReference.shape, result: FileReference, status: z.literal('server') })
  .meta({
    id: 'UploadedFile',
    description: 'Said twice, as two widgets look for it in two places.',
  })

export const UploadWay = z
  .object({
    partBytes: z.int().nullable().meta({
      description:
        'How many bytes each part has, the last one excepted, to be sent to the store; `null`: the file is sent as a form.',
    }),
  })
  .meta({ id: 'UploadWay', description: 'How a file of some size is sent.' })
export type UploadWay = z.infer<typeof UploadWay>

const Destination = {
  id: z.string().meta({ description: 'The folder.' }),
  name: z.string().meta({
    description: 'What to call it; folders on the way (`photos/a.jpg`) are made if missing.',
  }),
  conflict,
}

export const BeginUpload = z
  .looseObject({
    ...Destination,
    size: z.int().min(0).meta({ description: 'Bytes of the file.' }),
    parts: z
      .array(z.string().regex(/^[\da-f]{64}$/))
      .max(1000)
      .meta({ description: 'SHA-256 of each part, in small hexadecimal digits.' }),
  })
  .meta({ id: 'BeginUpload' })
export type BeginUpload = z.infer<typeof BeginUpload>

export const BegunUpload = z
  .object({
    upload: z.string().meta({ description: 'What the upload is called.' }),
    parts: z
      .array(z.object({ url: z.string(), headers: z.record(z.string(), z.string()) }))
      .meta({ description: 'Where each part is sent by PUT, and the headers it needs.' }),
  })
  .meta({ id: 'BegunUpload' })
export type BegunUpload = z.infer<typeof BegunUpload>

const UploadName = z.string().meta({ description: 'As its beginning was answered.' })

export const CompleteUpload = z
  .looseObject({ upload: UploadName, ...Destination })
  .meta({ id: 'CompleteUpload' })

export const AbandonUpload = z.looseObject({ upload: UploadName }).meta({ id: 'AbandonUpload' })

const space = {
  used: z.number(),
  total: z.number().meta({ description: 'Where there is no limit, what is used.' }),
  free: z
    .number()
    .nullable()
    .meta({ description: 'Bytes that may really be used; `null` where there is no limit.' }),
}

export const DriveInfo = z
  .object({
    ...space,
    stats: z.object(space),
    bytes: z.int().meta({ description: 'Bytes of all files of the drive.' }),
    files: z.int(),
    folders: z.int(),
    complete: z.boolean().meta({
      description: 'Whether everything was looked through since the start.',
    }),
  })
  .meta({ id: 'DriveInfo', description: 'How full the drive is, in bytes and in entries.' })

const QuotaBytes = z.int().min(0).nullable()

export const Quota = z
  .object({
    path: z.string().meta({ description: 'The folder; `/` is the whole drive.' }),
    bytes: QuotaBytes.meta({
      description: 'How many bytes it may hold, however deep they lie; `null`: no limit.',
    }),
    used: z.int().meta({ description: 'How many it holds.' }),
  })
  .meta({ id: 'Quota', description: 'How many bytes a folder may hold, and how many it does.' })
export type Quota = z.infer<typeof Quota>

export const SetQuota = z
  .object({
    path: z.string().meta({ description: 'The folder; `/` is the whole drive.' }),
    bytes: QuotaBytes.meta({ description: '`null` takes the quota away.' }),
  })
  .meta({ id: 'SetQuota' })
export type SetQuota = z.infer<typeof SetQuota>

export const FileInfo = z
  .record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
  .meta({ id: 'FileInfo', description: 'What is known about an entry, by labels for people.' })
export type FileInfo = z.infer<typeof FileInfo>

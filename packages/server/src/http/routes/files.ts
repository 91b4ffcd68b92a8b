import {
  CreateFile,
  DeleteFiles,
  DriveInfo,
  FileEntry,
  FileInfo,
  FileKind,
  FileResult,
  FileResults,
  MoveFiles,
  RenameFile,
} from '@triptych/contract/files'
import { mostFound } from '@triptych/contract/most-found'
import { z } from 'zod'
import { withCounts } from '../../domain/comments/count-comments.ts'
import { copyFiles } from '../../domain/files/copy-files.ts'
import { createFile } from '../../domain/files/create-file.ts'
import { deleteFiles } from '../../domain/files/delete-files.ts'
import { driveInfo } from '../../domain/files/drive-info.ts'
import { infoOf } from '../../domain/files/info-of.ts'
import { listFiles } from '../../domain/files/list-files.ts'
import { moveFiles } from '../../domain/files/move-files.ts'
import { renameFile } from '../../domain/files/rename-file.ts'
import { searchFiles } from '../../domain/files/search-files.ts'
import { listPastFiles } from '../../domain/history/list-past-files.ts'
import type { Call } from '../call.ts'
import { route } from '../route.ts'
import type { Route } from '../route.ts'
import { CountedComments } from '../wire/counted-comments.ts'
import { IfNoneMatch, knownVersions } from '../wire/etag.ts'
import { FileId, WrittenText, referenceIn } from '../wire/file-address.ts'
import { At, atErrors, refuseWithAt, Since } from '../wire/moment.ts'
import { badParameter } from '../wire/query.ts'
import { replyJson, replyList } from '../wire/reply.ts'
import type { Reply } from '../wire/reply.ts'

const described = { scope: 'workspace', group: 'Files' } as const
const id = FileId.meta({
  description:
    'The path, as one encoded segment (`%2Fdocs%2Fplan.txt`) or as it is (`docs/plan.txt`).',
})
const pathErrors = ['files.bad_path', 'files.not_found', 'files.link'] as const
const listErrors = [...pathErrors, 'files.not_a_folder', 'files.denied'] as const
const nameErrors = ['files.bad_name', 'files.name_taken'] as const
const changeErrors = [
  ...pathErrors,
  'files.root',
  'files.denied',
  'files.too_many',
  'storage_full',
  'unavailable',
] as const

const part = {
  at: At,
  comments: CountedComments,
  text: WrittenText.optional().meta({
    description: `Search instead: everything below with this in its name, at most ${mostFound} entries.`,
  }),
  kind: FileKind.optional().meta({
    description: 'Search instead: everything below of this kind, told by the endings of names.',
  }),
  since: Since.optional(),
  start: z.int().min(0).optional().meta({
    description: 'Only a part, in the order of names: the number of the first entry.',
  }),
  end: z.int().min(0).optional().meta({ description: 'The number after that of the last entry.' }),
}

const listing = {
  ...described,
  method: 'GET',
  query: part,
  headers: { 'If-None-Match': IfNoneMatch },
  answer: z.array(FileEntry),
  answerHeaders: {
    ETag: 'The version of the list.',
    'X-Total-Count': 'How many entries the folder has.',
    'X-More': '`true` when a search has found more than it answers.',
    'X-Complete': '`false` while the drive is still being looked through, after a start.',
  },
  errors: [...listErrors, ...atErrors],
} as const

export const files: Route[] = [
  route({
    ...listing,
    path: '/files',
    operationId: 'listRoot',
    summary: 'List the entries of the root',
    description:
      'Folders and files by name, whole or in parts; with `text`, `kind` or `since`, what is found below instead. A folder says how much it holds, but not of how it was with `at`.',
    query: {
      ...part,
      id: FileId.optional().meta({ description: 'Another folder than the root.' }),
    },
    handle: (call, { query, headers }) =>
      listed(call, query.id ?? '/', query, headers['If-None-Match']),
  }),
  route({
    ...listing,
    path: '/files/{id*}',
    params: { id },
    operationId: 'listFolder',
    summary: 'List the entries of a folder',
    description: 'The same for any folder.',
    handle: (call, { params, query, headers }) =>
      listed(call, params.id, query, headers['If-None-Match']),
  }),
  route({
    ...described,
    method: 'POST',
    path: '/files/{id*}',
    params: { id },
    operationId: 'createFile',
    summary: 'Make a file or a folder in a folder',
    description:
      'An empty one. Where the name is taken it gets another one like it, or what `conflict` says happens; what it is called is answered.',
    body: CreateFile,
    answer: FileResult,
    errors: [
      ...changeErrors,
      ...nameErrors,
      'files.not_replaceable',
      'files.not_a_folder',
      'files.too_deep',
    ],
    multiTransaction: (change) => ({ result: referenceIn(change) }),
    handle: async ({ context }, { params, body }) => ({
      result: await createFile(context, { parent: params.id, body }),
    }),
  }),
  route({
    ...described,
    method: 'PUT',
    path: '/files/{id*}',
    params: { id },
    operationId: 'renameFile',
    summary: 'Rename a file or a folder',
    description:
      'It stays in its folder. Where the name is taken it gets another one like it, or what `conflict` says happens.',
    body: RenameFile,
    answer: FileResult,
    errors: [...changeErrors, ...nameErrors, 'files.not_replaceable'],
    multiTransaction: (change) => ({ result: referenceIn(change) }),
    handle: async ({ context }, { params, body }) => ({
      result: await renameFile(context, {
        id: params.id,
        name: body.name,
        conflict: body.conflict,
      }),
    }),
  }),
  route({
    ...described,
    method: 'PUT',
    path: '/files',
    operationId: 'moveFiles',
    summary: 'Move or copy files and folders',
    description:
      'All of them or none, folders with everything in them. Where a name is taken in the target, another one like it is given, or what `conflict` says happens.',
    body: MoveFiles,
    answer: FileResults,
    errors: [
      ...changeErrors,
      ...nameErrors,
      'files.not_replaceable',
      'files.not_a_folder',
      'files.into_itself',
      'files.too_deep',
      'files.special',
    ],
    // Each change tells of one entry only.
    multiTransaction: () => null,
    handle: async ({ context }, { body: { operation, ids, target, conflict } }) => {
      const transfer = operation === 'move' ? moveFiles : copyFiles
      return { result: await transfer(context, { ids, target, conflict }) }
    },
  }),
  route({
    ...described,
    method: 'DELETE',
    path: '/files',
    operationId: 'deleteFiles',
    summary: 'Delete files and folders',
    description:
      'All of them or none, folders with everything in them. What is gone already is no error.',
    body: DeleteFiles,
    answer: z.object({}),
    errors: changeErrors,
    handle: async ({ context }, { body }) => {
      await deleteFiles(context, body.ids)
      return {}
    },
  }),
  route({
    ...described,
    method: 'GET',
    path: '/info',
    operationId: 'getDriveInfo',
    summary: 'Tell how full the drive is',
    description: 'What is used, free and there in all, and how many files and folders there are.',
    answer: DriveInfo,
    errors: [],
    handle: async ({ context }) => {
      const { space, totals, isComplete } = await driveInfo(context)
      return { ...space, stats: space, ...totals, complete: isComplete }
    },
  }),
  route({
    ...described,
    method: 'GET',
    path: '/info/{id*}',
    params: { id },
    operationId: 'getFileInfo',
    summary: 'Tell what is known about a file or a folder',
    description:
      'Of a picture its camera, of a song its title, of a text its lines, of a folder its size.',
    answer: FileInfo,
    errors: [...pathErrors, 'files.denied'],
    handle: ({ context }, { params }) => infoOf(context, params.id),
  }),
]

interface Part {
  at: z.output<typeof At>
  comments: z.output<typeof CountedComments>
  text: string | undefined
  kind: FileKind | undefined
  since: Date | undefined
  start: number | undefined
  end: number | undefined
}

async function listed(
  call: Call,
  folder: string,
  { at, text = '', kind, since, start, end, comments }: Part,
  tags: z.output<typeof IfNoneMatch>,
): Promise<Reply<never>> {
  refuseWithAt(at, { comments })
  if (text !== '' || kind !== undefined || since !== undefined) {
    if (at !== null) throw badParameter('at', 'What was is not searched.')
    if (comments) throw badParameter('comments', 'What is found is listed without its comments.')
    const { json, hasMore, isComplete } = await searchFiles(call.context, {
      folder,
      text,
      kind,
      since,
    })
    return replyJson(json, { 'x-more': String(hasMore), 'x-complete': String(isComplete) })
  }
  const range = rangeFrom(start, end)
  const isKnown = knownVersions(call.context, tags)
  const list = (known: typeof isKnown) =>
    at === null
      ? listFiles(call.context, { folder, range, isKnown: known })
      : listPastFiles(call.context, { folder, range, isKnown: known, at })
  const { version, total, body } = comments
    ? await withCounts(call.context, { kind: 'folder', path: folder }, isKnown, list)
    : await list(isKnown)
  return replyList(call, { version, body }, { 'x-total-count': String(total) })
}

function rangeFrom(
  start: number | undefined,
  end: number | undefined,
): { start: number; end: number } | null {
  if (start === undefined && end === undefined) return null
  const range = { start: start ?? 0, end: end ?? Infinity }
  if (range.end >= range.start) return range
  throw badParameter('end', 'end must not be less than start.')
}

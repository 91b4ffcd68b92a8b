import {
  CreateFile,
  DeleteFiles,
  DriveInfo,
  FileEntry,
  FileInfo,
  FileResult,
  FileResults,
  MoveFiles,
  RenameFile,
} from '@triptych/contract/files'
import { z } from 'zod'
import { copyFiles } from '../../domain/files/copy-files.ts'
import { createFile } from '../../domain/files/create-file.ts'
import { deleteFiles } from '../../domain/files/delete-files.ts'
import { driveInfo } from '../../domain/files/drive-info.ts'
import { infoOf } from '../../domain/files/info-of.ts'
import { listFiles } from '../../domain/files/list-files.ts'
import { moveFiles } from '../../domain/files/move-files.ts'
import { renameFile } from '../../domain/files/rename-file.ts'
import { mostFound, searchFiles } from '../../domain/files/search-files.ts'
import { AppError } from '../../errors.ts'
import { answerJson, answerText } from '../wire/answer.ts'
import { answerList } from '../wire/answer.ts'
import { ifNoneMatch } from '../wire/answer.ts'
import { fileId, queryFileId, queryText } from '../wire/file-address.ts'
import { referenceIn } from '../wire/file-address.ts'
import { wholeNumber } from '../wire/answer.ts'
import { route, routeWithBody } from '../old-route.ts'
import type { Call } from '../old-route.ts'
import type { Route } from '../route.ts'
import type { Reply } from '../wire/reply.ts'

const group = 'Files'
const scope = 'workspace'
const params = {
  id: 'The path, as one encoded segment (`%2Fdocs%2Fplan.txt`) or as it is (`docs/plan.txt`).',
}
const pathErrors = ['files.bad_path', 'files.not_found', 'files.link'] as const
const listErrors = [...pathErrors, 'files.not_a_folder', 'files.denied', 'bad_request'] as const
const nameErrors = ['files.bad_name', 'files.name_taken'] as const
const changeErrors = [
  ...pathErrors,
  'files.root',
  'files.denied',
  'files.too_many',
  'storage_full',
  'unavailable',
] as const

const listing = {
  scope,
  group,
  query: {
    text: z
      .string()
      .optional()
      .meta({
        description: `Search instead: everything below with this in its name, at most ${mostFound} entries.`,
      }),
    start: z.int().min(0).optional().meta({
      description: 'Only a part, in the order of names: the number of the first entry.',
    }),
    end: z
      .int()
      .min(0)
      .optional()
      .meta({ description: 'The number after that of the last entry.' }),
  },
  requestHeaders: {
    'If-None-Match': 'The ETag of a list the client has: 304 when it still holds.',
  },
  answer: z.array(FileEntry),
  answerHeaders: {
    ETag: 'The version of the list.',
    'X-Total-Count': 'How many entries the folder has.',
    'X-More': '`true` when a search has found more than it answers.',
    'X-Complete': '`false` while the drive is still being looked through, after a start.',
  },
  errors: listErrors,
} as const

export const files: Route[] = [
  route({
    ...listing,
    method: 'GET',
    path: '/files',
    summary: 'List the entries of the root',
    query: {
      ...listing.query,
      id: z.string().optional().meta({ description: 'Another folder than the root.' }),
    },
    handle: (call) => answerListing(call, queryFileId(call.url, 'id') ?? '/'),
  }),
  route({
    ...listing,
    method: 'GET',
    path: '/files/{id*}',
    params,
    summary: 'List the entries of a folder',
    handle: (call) => answerListing(call, fileId(call.param('id'))),
  }),
  routeWithBody({
    method: 'POST',
    path: '/files/{id*}',
    params,
    scope,
    group,
    summary: 'Make a file or a folder in a folder',
    body: CreateFile,
    answer: FileResult,
    errors: [...changeErrors, ...nameErrors, 'files.not_a_folder'],
    multiTransaction: (change) => ({ result: referenceIn(change) }),
    handle: async (call, body) => {
      const parent = fileId(call.param('id'))
      return answerJson(call, { result: await createFile(call.context, { parent, body }) })
    },
  }),
  routeWithBody({
    method: 'PUT',
    path: '/files/{id*}',
    params,
    scope,
    group,
    summary: 'Rename a file or a folder',
    body: RenameFile,
    answer: FileResult,
    errors: [...changeErrors, ...nameErrors],
    multiTransaction: (change) => ({ result: referenceIn(change) }),
    handle: async (call, { name }) => {
      const id = fileId(call.param('id'))
      return answerJson(call, { result: await renameFile(call.context, { id, name }) })
    },
  }),
  routeWithBody({
    method: 'PUT',
    path: '/files',
    scope,
    group,
    summary: 'Move or copy files and folders',
    body: MoveFiles,
    answer: FileResults,
    errors: [
      ...changeErrors,
      ...nameErrors,
      'files.not_a_folder',
      'files.into_itself',
      'files.special',
    ],
    // Each change tells of one entry only.
    multiTransaction: () => null,
    handle: async (call, { operation, ids, target }) => {
      const transfer = operation === 'move' ? moveFiles : copyFiles
      return answerJson(call, { result: await transfer(call.context, { ids, target }) })
    },
  }),
  routeWithBody({
    method: 'DELETE',
    path: '/files',
    scope,
    group,
    summary: 'Delete files and folders',
    body: DeleteFiles,
    answer: z.object({}),
    errors: changeErrors,
    handle: async (call, { ids }) => {
      await deleteFiles(call.context, ids)
      return answerJson(call, {})
    },
  }),
  route({
    method: 'GET',
    path: '/info',
    scope,
    group,
    summary: 'Tell how full the drive is',
    answer: DriveInfo,
    errors: [],
    handle: async (call) => {
      const { space, totals, isComplete } = await driveInfo(call.context)
      return answerJson(call, { ...space, stats: space, ...totals, complete: isComplete })
    },
  }),
  route({
    method: 'GET',
    path: '/info/{id*}',
    params,
    scope,
    group,
    summary: 'Tell what is known about a file or a folder',
    answer: FileInfo,
    errors: [...pathErrors, 'files.denied'],
    handle: async (call) => answerJson(call, await infoOf(call.context, fileId(call.param('id')))),
  }),
]

async function answerListing(call: Call, folder: string): Promise<Reply> {
  const text = queryText(call.url, 'text')
  if (text !== null && text !== '') {
    const { json, hasMore, isComplete } = await searchFiles(call.context, { folder, text })
    const headers = { 'x-more': String(hasMore), 'x-complete': String(isComplete) }
    return answerText(call, json, headers)
  }
  const range = rangeIn(call)
  const isKnown = ifNoneMatch(call)
  const { version, total, body } = await listFiles(call.context, { folder, range, isKnown })
  return answerList(call, { version, body }, { 'x-total-count': String(total) })
}

function rangeIn(call: Call): { start: number; end: number } | null {
  const { start, end } = call.query
  if (start === undefined && end === undefined) return null
  const range = { start: wholeNumber(call, 'start', 0), end: wholeNumber(call, 'end', Infinity) }
  if (range.end >= range.start) return range
  throw new AppError('bad_request', 'end must not be less than start.', { parameter: 'end' })
}

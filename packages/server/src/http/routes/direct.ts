import { z } from 'zod'
import { fileTypeOf } from '../../domain/files/kinds/file-types.ts'
import { inlineRule } from '../../domain/files/kinds/inline-rule.ts'
import { openFile, openFiles } from '../../domain/files/open-file.ts'
import type { Archive } from '../../domain/files/zip-entries.ts'
import { AppError } from '../../errors.ts'
import { queryFileIds } from '../wire/file-address.ts'
import { route } from '../old-route.ts'
import type { Call } from '../old-route.ts'
import type { Route } from '../route.ts'
import type { Reply } from '../wire/reply.ts'
import { sendFile } from '../wire/send-file.ts'
import { sendZip } from '../wire/send-zip.ts'

export const direct: Route[] = [
  route({
    method: 'GET',
    path: '/direct',
    scope: 'workspace',
    group: 'Files',
    summary: 'Open or download a file, or a folder or several things as a zip archive',
    query: {
      id: z.string().meta({
        description: 'The path. Named several times, all of them come in one archive.',
      }),
      download: z
        .string()
        .optional()
        .meta({ description: 'Save it instead of showing it, whatever the value.' }),
    },
    requestHeaders: {
      Range: 'Parts of the file, at most 16.',
      'If-Range': 'The ETag or date for which Range is meant.',
      'If-None-Match': 'The ETag the client has: 304 when it still holds.',
    },
    answer: { type: 'application/octet-stream', description: 'The bytes.' },
    answerHeaders: {
      ETag: 'The version of the bytes.',
      'Last-Modified': 'When they were written.',
      'Content-Disposition': 'The name to save it under.',
      'Accept-Ranges': '`bytes`.',
    },
    otherStatuses: { 206: 'Parts of the file.' },
    errors: [
      'bad_request',
      'files.bad_path',
      'files.not_found',
      'files.link',
      'files.special',
      'files.denied',
      'files.bad_range',
      'files.too_many',
    ],
    handle: answerDirect,
  }),
]

/** More than a person can choose by hand, and no address is longer anyway. */
const mostIds = 1000

async function answerDirect(call: Call): Promise<Reply> {
  const ids = queryFileIds(call.url, 'id')
  const [id] = ids
  if (id === undefined) throw new AppError('bad_request', 'id is needed.', { parameter: 'id' })
  if (ids.length > mostIds) {
    throw new AppError('files.too_many', `At most ${mostIds} at once.`, { limit: mostIds })
  }
  if (ids.length > 1) return sendArchive(call, await openFiles(call.context, ids))
  const opened = await openFile(call.context, id)
  if (opened.kind === 'archive') return sendArchive(call, opened)
  const { name, file } = opened
  const isDownload = call.query['download'] !== undefined
  const as = isDownload
    ? ({ type: fileTypeOf(name).type, disposition: 'attachment' } as const)
    : inlineRule(name)
  return sendFile(call, file, { name, ...as })
}

function sendArchive(call: Call, { name, entries, open, close }: Archive): Promise<Reply> {
  return sendZip(call, entries, open, { name: `${name}.zip`, close })
}

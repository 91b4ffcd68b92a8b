import { z } from 'zod'
import { fileTypeOf } from '../domain/files/kinds/file-types.ts'
import { inlineRule } from '../domain/files/kinds/inline-rule.ts'
import { openFile } from '../domain/files/open-file.ts'
import { AppError } from '../errors.ts'
import { queryFileId } from './file-address.ts'
import { route } from './route.ts'
import type { Call, Route } from './route.ts'
import { sendFile } from './send-file.ts'
import { sendZip } from './send-zip.ts'

export const direct: Route[] = [
  route({
    method: 'GET',
    path: '/direct',
    scope: 'workspace',
    group: 'Files',
    summary: 'Open or download a file, or a folder as a zip archive',
    query: {
      id: z.string().meta({ description: 'The path.' }),
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

async function answerDirect(call: Call): Promise<Response> {
  const id = queryFileId(call.url, 'id')
  if (id === null) throw new AppError('bad_request', 'id is needed.', { parameter: 'id' })
  const opened = await openFile(call.context, id)
  if (opened.kind === 'folder') {
    const { entries, close } = opened
    const name = `${opened.name}.zip`
    return sendZip(call, entries, (entry) => opened.open(entry), { name, close })
  }
  const { name, file } = opened
  const isDownload = call.query['download'] !== undefined
  const as = isDownload
    ? ({ type: fileTypeOf(name).type, disposition: 'attachment' } as const)
    : inlineRule(name)
  return sendFile(call, file, { name, ...as })
}

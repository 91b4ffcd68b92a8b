import { z } from 'zod'
import { iconSvg } from '../../domain/files/kinds/icon.ts'
import { boxOf, previewFile } from '../../domain/files/preview-file.ts'
import { AppError } from '../../errors.ts'
import { queryFileId } from '../wire/file-address.ts'
import { iconReply } from './icons.ts'
import { wholeNumber } from '../wire/answer.ts'
import { route } from '../old-route.ts'
import type { Call } from '../old-route.ts'
import type { Route } from '../route.ts'
import { notModified, replyBody } from '../wire/reply.ts'
import type { Reply } from '../wire/reply.ts'

const side = z.int().min(1).max(2000)

export const preview: Route[] = [
  route({
    method: 'GET',
    path: '/preview',
    scope: 'workspace',
    group: 'Files',
    summary: 'Show a small picture of a file',
    query: {
      id: z.string().meta({ description: 'The path.' }),
      width: side.default(214).meta({ description: 'The most it may be wide.' }),
      height: side.default(163).meta({ description: 'The most it may be high.' }),
    },
    requestHeaders: { 'If-None-Match': 'The ETag the client has: 304 when it still holds.' },
    answer: { type: 'image/webp', description: 'The picture, or an icon as SVG.' },
    answerHeaders: { ETag: 'The version of the picture.' },
    errors: [
      'bad_request',
      'files.bad_path',
      'files.not_found',
      'files.link',
      'files.denied',
      'unavailable',
    ],
    handle: answerPreview,
  }),
]

async function answerPreview(call: Call): Promise<Reply> {
  const id = queryFileId(call.url, 'id')
  if (id === null) throw new AppError('bad_request', 'id is needed.', { parameter: 'id' })
  const box = boxOf(wholeNumber(call, 'width', 214), wholeNumber(call, 'height', 163))
  const shown = await previewFile(call.context, id, box)
  if (shown.kind === 'icon') return iconReply(iconSvg(shown.name, 'big'))

  const etag = `"${shown.version}"`
  const headers = {
    etag,
    'content-type': 'image/webp',
    'content-security-policy': "default-src 'none'; sandbox",
    'cache-control': 'private, no-cache',
  }
  const tags = call.request.headers.get('if-none-match') ?? ''
  if (tags.includes(etag)) return notModified(headers)
  return replyBody(Buffer.from(shown.bytes), { headers })
}

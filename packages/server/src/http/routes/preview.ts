import { z } from 'zod'
import type { MayStill } from '../../auth/may-still.ts'
import { iconSvg } from '../../domain/files/kinds/icon.ts'
import { largestSide, previewFile } from '../../domain/files/preview-file.ts'
import type { Call } from '../call.ts'
import { route } from '../route.ts'
import type { Route } from '../route.ts'
import { IfNoneMatch, hasTag } from '../wire/etag.ts'
import { FileId } from '../wire/file-address.ts'
import { notModified, replyBody } from '../wire/reply.ts'
import type { Reply } from '../wire/reply.ts'
import { refusalOfUnsigned, signedCall, signedQuery } from '../wire/signed-query.ts'
import { iconReply } from './icons.ts'

const side = z.int().min(1).max(largestSide)

export function preview(mayStill: MayStill): Route[] {
  return [
    route({
      method: 'GET',
      path: '/preview',
      scope: 'workspace',
      group: 'Files',
      operationId: 'previewFile',
      summary: 'Show a small picture of a file',
      description:
        'Of pictures themselves, of the first page of a PDF, of the picture that a file of an office has within it; of anything else the icon of its kind. What is still being uploaded into the folder is waited for.',
      query: {
        id: FileId.meta({ description: 'The path.' }),
        width: side.default(214).meta({ description: 'The most it may be wide.' }),
        height: side.default(163).meta({ description: 'The most it may be high.' }),
        ...signedQuery,
      },
      ignores: { of: 'Our own client says which version it means, for the cache of the browser.' },
      headers: { 'If-None-Match': IfNoneMatch },
      answer: { type: 'image/webp', description: 'The picture, or an icon as SVG.' },
      answerHeaders: { ETag: 'The version of the picture.' },
      errors: [
        'files.bad_path',
        'files.not_found',
        'files.link',
        'files.denied',
        'shares.bad_address',
        'unavailable',
      ],
      refusalOfStrangers: refusalOfUnsigned,
      handle: async (call, { query, headers }) => {
        const how = { purpose: 'preview', mayStill } as const
        const asked = await signedCall(call, [query.id], query, how)
        const { width, height } = query
        return shown(asked.call, asked.ids[0]!, { width, height }, headers['If-None-Match'])
      },
    }),
  ]
}

/** Who may have it, and whether it is still there, is asked each time. */
const ofTheDrive = { 'cache-control': 'private, no-cache' }

async function shown(
  { context, request }: Call,
  id: string,
  box: { width: number; height: number },
  tags: z.output<typeof IfNoneMatch>,
): Promise<Reply<never>> {
  const preview = await previewFile(context, { id, box, left: request.signal })
  if (preview.kind === 'icon') return iconReply(iconSvg(preview.name, 'big'), ofTheDrive)

  const etag = `"${preview.version}"`
  const headers = {
    etag,
    'content-type': 'image/webp',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    ...ofTheDrive,
  }
  if (tags && hasTag(tags, etag)) return notModified(headers)
  return replyBody(Buffer.from(preview.bytes), { headers })
}

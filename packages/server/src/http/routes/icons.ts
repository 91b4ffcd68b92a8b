import { iconSvg } from '../../domain/files/kinds/icon.ts'
import { AppError } from '../../errors.ts'
import { route } from '../old-route.ts'
import type { Call } from '../old-route.ts'
import type { Route } from '../route.ts'
import { replyBody } from '../wire/reply.ts'
import type { Reply } from '../wire/reply.ts'

export const icons: Route[] = [
  route({
    method: 'GET',
    path: '/icons/{size}/{name}',
    params: {
      size: '`small` or `big`.',
      name: 'An extension, or `folder`, `search`, `multiple`, `none`, with `.svg` behind it.',
    },
    scope: 'workspace',
    group: 'Files',
    summary: 'Draw the icon of a kind of file',
    answer: { type: 'image/svg+xml', description: 'The icon; unknown names get a plain one.' },
    errors: ['not_found'],
    handle: answerIcon,
  }),
]

function answerIcon(call: Call): Reply {
  const size = call.param('size')
  if (size !== 'small' && size !== 'big') {
    throw new AppError('not_found', 'Icons are small or big.')
  }
  const name = call.param('name').replace(/\.svg$/i, '')
  return iconReply(iconSvg(name, size))
}

/** An icon is drawn by us, but it is still a document: it must not be able to do anything. */
export function iconReply(svg: string): Reply<never> {
  return replyBody(svg, {
    headers: {
      'content-type': 'image/svg+xml; charset=utf-8',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'cache-control': 'public, max-age=86400',
    },
  })
}

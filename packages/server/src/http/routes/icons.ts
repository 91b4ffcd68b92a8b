import { z } from 'zod'
import { iconSvg } from '../../domain/files/kinds/icon.ts'
import { route } from '../route.ts'
import type { Route } from '../route.ts'
import { replyBody } from '../wire/reply.ts'
import type { Reply } from '../wire/reply.ts'

/** An icon tells nothing of the drive, and is the same for everybody. */
const forAll = {
  'cache-control': 'public, max-age=86400',
  'cross-origin-resource-policy': 'cross-origin',
}

export const icons: Route[] = [
  route({
    method: 'GET',
    path: '/icons/{size}/{name}',
    params: {
      size: z.enum(['small', 'big']).meta({ description: 'How large it is drawn.' }),
      name: z.string().meta({
        description:
          'An extension, or `folder`, `search`, `multiple`, `none`, with `.svg` behind it.',
      }),
    },
    scope: 'workspace',
    group: 'Files',
    operationId: 'drawIcon',
    summary: 'Draw the icon of a kind of file',
    description: 'As the SVAR file manager asks for it, by the extension of a name.',
    answer: { type: 'image/svg+xml', description: 'The icon; unknown names get a plain one.' },
    errors: ['not_found'],
    forEverybody: true,
    forForeignPages: 'use',
    handle: (_, { params: { size, name } }) =>
      iconReply(iconSvg(name.replace(/\.svg$/i, ''), size), forAll),
  }),
]

/** An icon is drawn by us, but it is still a document: it must not be able to do anything. */
export function iconReply(svg: string, headers: Record<string, string>): Reply<never> {
  return replyBody(svg, {
    headers: {
      'content-type': 'image/svg+xml; charset=utf-8',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox",
      ...headers,
    },
  })
}

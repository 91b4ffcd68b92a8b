import { MadeShare, NewShare, Share, SignAddresses, SignedAddress } from '@triptych/contract/shares'
import { z } from 'zod'
import { createShare } from '../../domain/shares/create-share.ts'
import { listShares } from '../../domain/shares/list-shares.ts'
import { revokeShare } from '../../domain/shares/revoke-share.ts'
import { signAddresses } from '../../domain/shares/signed-address.ts'
import { route } from '../route.ts'
import type { Route } from '../route.ts'
import { publicAddress } from '../wire/public-address.ts'
import type { PublicPlace } from '../wire/public-address.ts'
import { writtenQuery } from '../wire/signed-query.ts'

const described = { scope: 'workspace', group: 'Shares' } as const
const entryErrors = [
  'files.bad_path',
  'files.not_found',
  'files.link',
  'files.special',
  'files.denied',
] as const

/** For those who share. What others find behind a link is in `shares-open.ts`. */
export function shares(place: PublicPlace): Route[] {
  return [
    route({
      ...described,
      method: 'GET',
      path: '/shares',
      operationId: 'listShares',
      summary: 'List the shares',
      description: 'One’s own; for owners all of them. Their links are told nowhere.',
      answer: z.array(Share),
      errors: [],
      handle: ({ context }) => listShares(context),
    }),
    route({
      ...described,
      method: 'POST',
      path: '/shares',
      operationId: 'createShare',
      summary: 'Share a file or a folder',
      description:
        'Makes a link by which anybody can read it, or upload into it. The link is told once. It follows the entry wherever that is moved, ends with it, and lasts only as long as its sharer may do the same.',
      body: NewShare,
      answer: MadeShare,
      errors: [...entryErrors, 'files.not_a_folder', 'shares.too_many'],
      isNeverKept: true,
      handle: async (call, { body }) => {
        const { share, secret } = await createShare(call.context, body)
        return { ...share, link: publicAddress(call, place, `/shares/open/${secret}`) }
      },
    }),
    route({
      ...described,
      method: 'DELETE',
      path: '/shares/{id}',
      params: { id: z.string().meta({ description: 'The id of the share.' }) },
      operationId: 'deleteShare',
      summary: 'End a share',
      description: 'From then on its link leads nowhere.',
      answer: z.object({}),
      errors: ['shares.not_found'],
      handle: async ({ context }, { params }) => {
        await revokeShare(context, params.id)
        return {}
      },
    }),
    route({
      ...described,
      method: 'POST',
      path: '/shares/addresses',
      operationId: 'signAddresses',
      summary: 'Make addresses that need no credentials',
      description:
        'For pictures in a page, and for downloads. Whoever has one can open the file until its time is over, wherever the file is moved.',
      body: SignAddresses,
      answer: z.array(SignedAddress),
      errors: entryErrors,
      reads: true,
      handle: async (call, { body }) => {
        const signed = await signAddresses(call.context, body)
        return signed.map((one) => ({
          id: one.id,
          address: publicAddress(call, place, `/${one.purpose}?${writtenQuery(one)}`),
          expiresAt: new Date(one.expires * 1000).toISOString(),
        }))
      },
    }),
  ]
}

import { Quota, SetQuota } from '@triptych/contract/files'
import { z } from 'zod'
import { listQuotas } from '../../domain/files/list-quotas.ts'
import { setQuota } from '../../domain/files/set-quota.ts'
import { route } from '../route.ts'
import type { Route } from '../route.ts'

const described = { scope: 'workspace', group: 'Files', path: '/quotas' } as const

export const quotas: Route[] = [
  route({
    ...described,
    method: 'GET',
    operationId: 'listQuotas',
    summary: 'Tell how many bytes folders may hold, and how many they do',
    description:
      'The whole drive first, whether it has a quota or not, then folders by their paths.',
    answer: z.array(Quota),
    errors: [],
    handle: ({ context }) => listQuotas(context),
  }),
  route({
    ...described,
    method: 'PUT',
    operationId: 'setQuota',
    summary: 'Say how many bytes a folder may hold',
    description:
      'However deep they lie in it. It follows the folder when that is renamed or moved. What is there already stays, even if it is more.',
    body: SetQuota,
    answer: Quota,
    errors: [
      'body.invalid',
      'files.bad_path',
      'files.not_found',
      'files.not_a_folder',
      'files.link',
      'files.denied',
      'files.too_many_quotas',
      'storage_full',
    ],
    // The folder may have to be looked at first, which is a transaction of its own.
    multiTransaction: () => null,
    handle: ({ context }, { body }) => setQuota(context, body),
  }),
]

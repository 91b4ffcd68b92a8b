import { SetStars, Stars } from '@triptych/contract/stars'
import { listStars, setStars } from '../../domain/stars/stars.ts'
import { route } from '../route.ts'
import type { Route } from '../route.ts'

const described = { scope: 'workspace', group: 'Files', path: '/stars', yieldsTo: 'stars' } as const

export const stars: Route[] = [
  route({
    ...described,
    method: 'GET',
    operationId: 'listStars',
    summary: 'List the files and folders that one has starred',
    description:
      'One’s own; where there are no accounts, those of everybody. A star follows its file wherever that is moved.',
    answer: Stars,
    errors: [],
    handle: ({ context }) => listStars(context),
  }),
  route({
    ...described,
    method: 'PUT',
    operationId: 'setStars',
    summary: 'Star files and folders, or take their stars away',
    description: 'All of them or none. Nobody else sees it, and the log does not tell of it.',
    body: SetStars,
    answer: Stars,
    errors: ['files.bad_path', 'files.not_found', 'stars.too_many'],
    handle: ({ context }, { body }) => setStars(context, body),
  }),
]

import { EmptyTrash, Restored, RestoreTrash, TrashPage } from '@triptych/contract/trash'
import { z } from 'zod'
import { emptyTrash } from '../../domain/files/empty-trash.ts'
import { listTrash } from '../../domain/files/list-trash.ts'
import type { TrashPlace } from '../../domain/files/list-trash.ts'
import { restoreTrash } from '../../domain/files/restore-trash.ts'
import { route } from '../route.ts'
import type { Route } from '../route.ts'

const described = { scope: 'workspace', group: 'Files' } as const

export const trash: Route[] = [
  route({
    ...described,
    method: 'GET',
    path: '/trash',
    operationId: 'listTrash',
    summary: 'List what was deleted and can come back',
    description:
      'Files and folders, what was deleted last first, as far as I could see them before. After `--trash-days` they end.',
    query: {
      limit: z.int().min(1).max(1000).default(100).meta({ description: 'At most so many.' }),
      after: z
        .string()
        .regex(/^\d{1,15}-\d{1,15}$/)
        .optional()
        .meta({ description: 'The `next` of the page before.' }),
    },
    answer: TrashPage,
    errors: [],
    handle: ({ context }, { query }) =>
      listTrash(context, { limit: query.limit, after: placeIn(query.after) }),
  }),
  route({
    ...described,
    method: 'POST',
    path: '/trash/restore',
    operationId: 'restoreTrash',
    summary: 'Bring back what was deleted',
    description:
      'All of it or nothing, with everything in it, as the same files: shares and rules hold again. Each goes to the folder it was in, wherever that is now; where that is gone, to what is at its place, or to the nearest folder above. Where the name is taken another one like it is given.',
    body: RestoreTrash,
    answer: Restored,
    errors: [
      'files.bad_path',
      'files.not_found',
      'files.not_a_folder',
      'files.link',
      'files.name_taken',
      'files.denied',
      'files.too_deep',
      'storage_full',
      'unavailable',
    ],
    // Each change tells of one entry only.
    multiTransaction: () => null,
    handle: ({ context }, { body }) => restoreTrash(context, body),
  }),
  route({
    ...described,
    method: 'DELETE',
    path: '/trash',
    operationId: 'emptyTrash',
    summary: 'End what was deleted, for good',
    description: 'Some of it, or all that I may change. What is gone already is no error.',
    body: EmptyTrash,
    answer: z.object({}),
    errors: ['unavailable'],
    async handle({ context }, { body }) {
      await emptyTrash(context, body.ids)
      return {}
    },
  }),
]

function placeIn(text: string | undefined): TrashPlace | null {
  if (text === undefined) return null
  const [at, node] = text.split('-').map(Number)
  return { at: at ?? 0, node: node ?? 0 }
}

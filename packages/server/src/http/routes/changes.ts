import { Change } from '@triptych/contract/changes'
import { z } from 'zod'
import { listChanges } from '../../domain/changes/list-changes.ts'
import { route } from '../route.ts'
import type { Route } from '../route.ts'
import { replyJson } from '../wire/reply.ts'

/** So many, unless a client says how many. */
const usualPage = 1000

/** `limit` is the largest page. */
export function changes(limit: number): Route[] {
  return [
    route({
      method: 'GET',
      path: '/changes',
      scope: 'workspace',
      group: 'Changes',
      operationId: 'listChanges',
      summary: 'Read the log: what has changed since a revision',
      description:
        'In the order of the commits. Who asks again with the last revision they got misses nothing.',
      query: {
        since: z.int().min(0).default(0).meta({ description: 'The last revision that is known.' }),
        limit: z.int().min(0).max(limit).default(Math.min(usualPage, limit)).meta({
          description:
            'At most so many, and fewer when they are large: X-Revision tells whether more follow.',
        }),
      },
      answer: z.array(Change),
      answerHeaders: { 'X-Revision': 'The newest revision of the log.' },
      errors: ['changes.unknown_revision'],
      async handle({ context }, { query }) {
        const { entries, head } = await listChanges(context, query)
        const json = `[${entries.map((entry) => entry.json).join(',')}]`
        return replyJson(json, { 'x-revision': String(head) })
      },
    }),
  ]
}

import { Change } from '@triptych/contract/changes'
import { z } from 'zod'
import { listChanges } from '../../domain/changes/list-changes.ts'
import { answerText } from '../wire/answer.ts'
import { wholeNumber } from '../wire/answer.ts'
import { route } from '../old-route.ts'
import type { Route } from '../route.ts'

/** `limit` is the largest page; asking for more gets that much. */
export function changes(limit: number): Route[] {
  return [
    route({
      method: 'GET',
      path: '/changes',
      scope: 'workspace',
      group: 'Changes',
      summary: 'Read the log: what has changed since a revision',
      query: {
        since: z.int().min(0).default(0).meta({ description: 'The last revision that is known.' }),
        limit: z.int().min(0).max(limit).default(1000).meta({
          description:
            'At most so many, and fewer when they are large: X-Revision tells whether more follow.',
        }),
      },
      answer: z.array(Change),
      answerHeaders: { 'X-Revision': 'The newest revision of the log.' },
      errors: ['bad_request', 'changes.unknown_revision'],
      handle: async (call) => {
        const since = wholeNumber(call, 'since', 0)
        const page = Math.min(wholeNumber(call, 'limit', 1000), limit)
        const { entries, head } = await listChanges(call.context, { since, limit: page })
        const json = `[${entries.map((entry) => entry.json).join(',')}]`
        return answerText(call, json, { 'x-revision': String(head) })
      },
    }),
  ]
}

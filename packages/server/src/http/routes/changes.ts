import { AuditEntry, Change } from '@triptych/contract/changes'
import { z } from 'zod'
import { auditChanges } from '../../domain/changes/audit-changes.ts'
import { listChanges } from '../../domain/changes/list-changes.ts'
import { route } from '../route.ts'
import type { Route } from '../route.ts'
import { replyJson } from '../wire/reply.ts'

/** So many, unless a client says how many. */
const usualPage = 1000

function asked({ since, limit }: { since?: number | undefined; limit: number }) {
  return { since: since ?? null, limit }
}

/** `limit` is the largest page. */
export function changes(limit: number): Route[] {
  const described = {
    method: 'GET',
    scope: 'workspace',
    group: 'Changes',
    query: {
      since: z
        .int()
        .min(0)
        .optional()
        .meta({ description: 'The last revision that is known; without one, all that is kept.' }),
      limit: z.int().min(0).max(limit).default(Math.min(usualPage, limit)).meta({
        description:
          'At most so many, and fewer when they are large: X-Revision tells whether more follow.',
      }),
    },
    answerHeaders: { 'X-Revision': 'The newest revision of the log.' },
    errors: ['changes.unknown_revision'],
  } as const
  return [
    route({
      ...described,
      path: '/changes',
      operationId: 'listChanges',
      summary: 'Read the log: what has changed since a revision',
      description:
        'In the order of the commits. Who asks again with the last revision they got misses nothing.',
      answer: z.array(Change),
      async handle({ context }, { query }) {
        const { entries, head } = await listChanges(context, asked(query))
        const json = `[${entries.map((entry) => entry.json).join(',')}]`
        return replyJson(json, { 'x-revision': String(head) })
      },
    }),
    route({
      ...described,
      path: '/changes/audit',
      operationId: 'auditChanges',
      summary: 'Read the log with everything that is kept of it',
      description:
        'As `/changes`, for whoever answers for the workspace: also from where each change came, and the hash by which it is bound to the one before.',
      answer: z.array(AuditEntry),
      async handle({ context }, { query }) {
        const { entries, head } = await auditChanges(context, asked(query))
        return replyJson(JSON.stringify(entries), { 'x-revision': String(head) })
      },
    }),
  ]
}

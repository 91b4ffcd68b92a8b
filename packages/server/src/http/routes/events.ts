import { Origin } from '@triptych/contract/changes'
import { People, PersonName, PersonPlace } from '@triptych/contract/people'
import type { ChangeFeeds } from '../../events/change-feeds.ts'
import { followChanges, listPeople } from '../../events/follow-changes.ts'
import type { Visitor } from '../../events/presence.ts'
import { AppError } from '../../errors.ts'
import { answerJson } from '../wire/answer.ts'
import { wholeNumber } from '../wire/answer.ts'
import { route } from '../old-route.ts'
import type { Call } from '../old-route.ts'
import type { Route } from '../route.ts'
import { replyBody } from '../wire/reply.ts'
import type { Reply } from '../wire/reply.ts'
import { z } from 'zod'

export function events(feeds: ChangeFeeds): Route[] {
  return [
    route({
      method: 'GET',
      path: '/events',
      scope: 'workspace',
      group: 'Changes',
      summary: 'Follow the log as it grows',
      query: {
        since: z.int().min(0).optional().meta({
          description: 'Begin after this revision instead of now, when there is no Last-Event-ID.',
        }),
        origin: Origin.optional().meta({
          description:
            'What the client sends in X-Origin. With it, others see that somebody is here, and the stream also tells who is.',
        }),
        name: PersonName.optional().meta({ description: 'What to call them.' }),
        at: PersonPlace.optional().meta({ description: 'What they look at.' }),
      },
      requestHeaders: {
        'Last-Event-ID': 'The last revision received: the stream goes on behind it.',
      },
      answer: {
        type: 'text/event-stream',
        description:
          'Server-sent events: `id` is the revision, `data` a Change as JSON. Who gave an origin also gets `event: people`, without `id`, whose `data` is what `/events/people` answers: at first, and whenever that changes.',
      },
      errors: ['bad_request', 'changes.unknown_revision'],
      handle: follow,
    }),
    route({
      method: 'GET',
      path: '/events/people',
      scope: 'workspace',
      group: 'Changes',
      summary: 'See who follows the log',
      answer: People,
      errors: [],
      handle: async (call) => answerJson(call, await listPeople(call.context, feeds)),
    }),
  ]

  async function follow(call: Call): Promise<Reply> {
    const follower = { since: startOf(call), visitor: visitorOf(call) }
    const stream = await followChanges(call.context, feeds, follower)
    return replyBody(stream, {
      headers: {
        'content-type': 'text/event-stream; charset=utf-8',
        // Proxies that collect answers would hold the events back.
        'x-accel-buffering': 'no',
      },
    })
  }
}

/** Who only asks for the headers does not come in. */
function visitorOf(call: Call): Visitor | null {
  const origin = checked(call, 'origin', Origin, 'up to 64 letters, digits, dots and hyphens')
  const name = checked(call, 'name', PersonName, 'up to 64 characters')
  const at = checked(call, 'at', PersonPlace, 'up to 200 characters')
  if (origin === null || call.request.method === 'HEAD') return null
  return { origin, name: name || null, at: at || null }
}

function checked(
  call: Call,
  parameter: string,
  schema: z.ZodType<string>,
  allowed: string,
): string | null {
  const text = call.query[parameter]
  if (text === undefined) return null
  if (schema.safeParse(text).success) return text
  throw new AppError('bad_request', `${parameter} takes ${allowed}.`, { parameter })
}

function startOf(call: Call): number | null {
  const last = call.request.headers.get('last-event-id')
  if (last !== null && last !== '') {
    if (/^\d{1,15}$/.test(last)) return Number(last)
    throw new AppError('bad_request', 'Last-Event-ID must be a revision.', {
      header: 'Last-Event-ID',
    })
  }
  return call.query['since'] === undefined ? null : wholeNumber(call, 'since', 0)
}

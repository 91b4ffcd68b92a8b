import type { ChangeFeeds } from '../events/change-feeds.ts'
import { followChanges } from '../events/follow-changes.ts'
import { AppError } from '../errors.ts'
import { wholeNumber } from './query.ts'
import { route } from './route.ts'
import type { Call, Route } from './route.ts'
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
      },
      requestHeaders: {
        'Last-Event-ID': 'The last revision received: the stream goes on behind it.',
      },
      answer: {
        type: 'text/event-stream',
        description: 'Server-sent events: `id` is the revision, `data` a Change as JSON.',
      },
      errors: ['bad_request', 'changes.unknown_revision'],
      handle: follow,
    }),
  ]

  async function follow(call: Call): Promise<Response> {
    const stream = await followChanges(call.context, feeds, startOf(call))
    return new Response(stream, {
      headers: {
        ...call.headers,
        'content-type': 'text/event-stream; charset=utf-8',
        // Proxies that collect answers would hold the events back.
        'x-accel-buffering': 'no',
      },
    })
  }
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

import {
  mostVisitors,
  People,
  PersonName,
  PersonPlace,
  VisitorKey,
} from '@triptych/contract/people'
import type { ServerResponse } from 'node:http'
import { z } from 'zod'
import type { Principal } from '../../auth/principal.ts'
import type { ChangeFeeds } from '../../events/change-feeds.ts'
import { followChanges, listPeople } from '../../events/follow-changes.ts'
import type { Visitor } from '../../events/presence.ts'
import type { WritePast } from '../../events/reader.ts'
import { route } from '../route.ts'
import type { Route } from '../route.ts'
import { replyBody } from '../wire/reply.ts'
import type { PlainRequest } from '../../auth/plain-request.ts'

const described = { method: 'GET', scope: 'workspace', group: 'Changes' } as const

/** A browser that has not got anything yet may send an empty one. */
const LastEventId = z
  .string()
  .regex(/^\d{0,15}$/, 'a revision')
  .transform((text) => (text === '' ? undefined : Number(text)))
  .optional()
  .meta({ description: 'The last revision received: the stream goes on behind it.' })

export function events(feeds: ChangeFeeds): Route[] {
  return [
    route({
      ...described,
      path: '/events',
      operationId: 'followChanges',
      summary: 'Follow the log as it grows',
      description:
        'First what has changed since the revision that is named, then each change when it is committed. The stream has no end of its own; whoever is cut off goes on behind the last revision they got.',
      query: {
        since: z.int().min(0).optional().meta({
          description: 'Begin after this revision instead of now, when there is no Last-Event-ID.',
        }),
        visitor: z.array(VisitorKey).max(mostVisitors).optional().meta({
          description:
            'A secret word of the client, at least 16 characters. With it, others see that somebody is here, and the stream also tells who is. Several can share a stream: all three parameters are then said for each, in the same order.',
        }),
        name: z.array(PersonName).max(mostVisitors).optional().meta({
          description:
            'What to call them, on a server without accounts; with them the account has a name.',
        }),
        at: z.array(PersonPlace).max(mostVisitors).optional().meta({
          description: 'What they look at.',
        }),
      },
      headers: { 'Last-Event-ID': LastEventId },
      answer: {
        type: 'text/event-stream',
        description:
          'Server-sent events: `id` is the revision, `data` a Change as JSON. Who gave a key also gets `event: people`, without `id`, whose `data` is what `/events/people` answers, and then `event: people-changed` whenever somebody comes (`changed`), goes (`left`) or is elsewhere (`changed`).',
      },
      errors: ['changes.unknown_revision'],
      async handle(
        { context, visitor: asker, request, outgoing },
        { query: { since, visitor, name, at }, headers },
      ) {
        const keys = mayCome(request) ? (visitor ?? []) : []
        const stream = await followChanges(context, feeds, {
          since: headers['Last-Event-ID'] ?? since ?? null,
          visitors: keys.map((key, n) => ({
            ...(whoIs(context.principal) ?? { key, name: name?.[n] || null }),
            at: at?.[n] || null,
          })),
          whileAllowed: (end) => asker?.watch(context.workspace.name, end) ?? (() => {}),
          writePast: outgoing && writingTo(outgoing),
        })
        if (outgoing) endWithConnection(outgoing)
        return replyBody(stream, {
          headers: {
            'content-type': 'text/event-stream; charset=utf-8',
            // Proxies that collect answers would hold the events back.
            'x-accel-buffering': 'no',
          },
        })
      },
    }),
    route({
      ...described,
      path: '/events/people',
      operationId: 'listPeople',
      summary: 'See who follows the log',
      description: 'Those who have given a key to `/events`, on whichever server they are.',
      answer: People,
      errors: [],
      handle: ({ context }) => listPeople(context, feeds),
    }),
  ]
}

function writingTo(outgoing: ServerResponse): WritePast {
  return (piece, taken) => {
    if (!outgoing.headersSent) return false
    if (outgoing.write(piece)) taken()
    else outgoing.once('drain', taken)
    return true
  }
}

/** Such a body needs no frame around each piece: to hundreds of readers a tenth of the work is saved. */
function endWithConnection(outgoing: ServerResponse): void {
  outgoing.removeHeader('transfer-encoding')
  outgoing.shouldKeepAlive = false
}

/** Who is known is not whoever they say they are, and is one in all their browsers. No key has a space in it. */
function whoIs({ id, name }: Principal): Pick<Visitor, 'key' | 'name'> | null {
  return id === null ? null : { key: `account ${id}`, name }
}

/**
 * Who only asks for the headers does not come in, nor does whoever was led here by a link, a picture or a frame: a
 * page of anybody can do that in the name of whoever looks at it.
 */
function mayCome({ method, headers }: PlainRequest): boolean {
  const mode = headers.get('sec-fetch-mode')
  return method !== 'HEAD' && mode !== 'navigate' && mode !== 'no-cors'
}

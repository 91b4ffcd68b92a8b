import type { People } from '@triptych/contract/people'
import { authorise } from '../auth/principal.ts'
import type { Context } from '../context.ts'
import type { Attend, WhileAllowed } from './change-feed.ts'
import type { ChangeFeeds } from './change-feeds.ts'
import type { Visitor } from './presence.ts'

export interface Followed {
  since: number | null
  visitors: readonly Visitor[]
  whileAllowed: WhileAllowed
}

/**
 * The log as a stream of server-sent events, from behind `since`, or from now on. Visitors are
 * seen by the others meanwhile, and see them.
 */
export function followChanges(
  ctx: Context,
  feeds: ChangeFeeds,
  { since, visitors, whileAllowed }: Followed,
): Promise<ReadableStream<Uint8Array>> {
  authorise(ctx.principal, 'changes.read')
  const feed = feeds.of(ctx.workspace)
  if (visitors.length === 0) return feed.subscribe(since, { whileAllowed })
  const presence = feeds.presence(ctx.workspace)
  const attend: Attend = (wake) => presence.join(visitors, ctx.now(), wake)
  return feed.subscribe(since, { whileAllowed, attend })
}

export async function listPeople(ctx: Context, feeds: ChangeFeeds): Promise<People> {
  authorise(ctx.principal, 'changes.read')
  return feeds.presence(ctx.workspace).latest()
}

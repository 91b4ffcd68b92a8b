import type { People } from '@triptych/contract/people'
import { authorise } from '../auth/principal.ts'
import type { Context } from '../context.ts'
import { toldEntries, viewOfLog } from '../domain/changes/told-entries.ts'
import { isOfGone, isSameReach, reachOf } from '../domain/rules/reach.ts'
import type { Attend, Sight, Subscribing } from './change-feed.ts'
import type { ChangeFeeds } from './change-feeds.ts'
import { withoutPlace } from './people-news.ts'
import type { Visitor } from './presence.ts'

export interface Followed extends Pick<Subscribing, 'whileAllowed' | 'writePast'> {
  since: number | null
  visitors: readonly Visitor[]
}

/**
 * The log as a stream of server-sent events, from behind `since`, or from now on. Visitors are
 * seen by the others meanwhile, and see them.
 */
export async function followChanges(
  ctx: Context,
  feeds: ChangeFeeds,
  { since, visitors, ...subscribing }: Followed,
): Promise<ReadableStream<Uint8Array>> {
  authorise(ctx.principal, 'changes.read')
  const feed = feeds.of(ctx.workspace)
  const sight = await sightOf(ctx)
  if (visitors.length === 0) return feed.subscribe(since, { ...subscribing, sight })
  const presence = feeds.presence(ctx.workspace)
  const seesPlaces = sight.key !== 'bound'
  const attend: Attend = (wake) => presence.join(visitors, ctx.now(), wake, seesPlaces)
  return feed.subscribe(since, { ...subscribing, attend, sight })
}

/** What is told of the log, as long as the rules that bind this one are the same. Those whom none binds share it. */
async function sightOf(ctx: Context): Promise<Sight> {
  const { database } = ctx.workspace
  const look = () =>
    database.read(async (stores) => ({
      view: await viewOfLog(ctx, stores),
      stamp: await stores.rules.stamp(),
    }))
  const first = await look()
  const { seesAccess, reach } = first.view
  let { stamp } = first
  return {
    key: reach ? (isOfGone(reach) ? 'gone' : 'bound') : seesAccess ? 'all' : 'members',
    isShared: !reach,
    async entries(stores, revision, limit) {
      const entries = await stores.changes.since(revision, limit)
      if (!reach) return toldEntries({ seesAccess, reach, horizon: 0 }, stores, entries)
      return toldEntries(await viewOfLog(ctx, stores), stores, entries)
    },
    async holds(read) {
      if (read === stamp || ctx.principal.subjects === null) return true
      const now = await look()
      stamp = now.stamp
      return isSameReach(now.view.reach, reach)
    },
  }
}

export async function listPeople(ctx: Context, feeds: ChangeFeeds): Promise<People> {
  authorise(ctx.principal, 'changes.read')
  const people = await feeds.presence(ctx.workspace).latest()
  const reach = await ctx.workspace.database.read((stores) => reachOf(ctx, stores))
  return reach && !isOfGone(reach) ? { people: people.people.map(withoutPlace) } : people
}

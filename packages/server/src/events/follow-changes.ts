import { authorise } from '../auth/principal.ts'
import type { Context } from '../context.ts'
import type { ChangeFeeds } from './change-feeds.ts'

/** The log as a stream of server-sent events, from behind `since`, or from now on. */
export function followChanges(
  ctx: Context,
  feeds: ChangeFeeds,
  since: number | null,
): Promise<ReadableStream<Uint8Array>> {
  authorise(ctx.principal, 'changes.read')
  return feeds.of(ctx.workspace).subscribe(since)
}

import type { Change } from '@triptych/contract/changes'

/**
 * Tells our own changes from those of others. A widget shows its own change before it is sent, so
 * it is no news when it comes back, but for one case: somebody else changed the same thing just
 * before. That change came first and was shown over ours, so ours has to be shown once more.
 */
export function ownChanges(origin: string) {
  let lastMark = 0
  let lastSeen = 0
  const changedByOthers = new Set<string>()

  return {
    /** What a write sends as `X-Origin`. */
    mark: () => `${origin}.${++lastMark}`,
    isNews(change: Change): boolean {
      const mark = change.origin?.startsWith(`${origin}.`)
        ? Number(change.origin.slice(origin.length + 1))
        : null
      if (mark !== null) {
        lastSeen = Math.max(lastSeen, mark)
        return changedByOthers.has(change.entity)
      }
      // What one request changed stands together in the log: behind the last one nothing of ours follows.
      if (lastSeen === lastMark) changedByOthers.clear()
      else changedByOthers.add(change.entity)
      return true
    },
  }
}

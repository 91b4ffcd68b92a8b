import type { Share } from '@triptych/contract/shares'
import { when } from '../accounts/when.ts'

/** What a share is for, and what is left of it. */
export function shareText(share: Share, now: Date): string {
  const { access, hasPassword, expiresAt } = share
  const parts = [
    access === 'read' ? 'To read' : 'To upload',
    hasPassword && 'with a password',
    access === 'read' && downloadsText(share),
    expiresAt
      ? isPast(expiresAt, now)
        ? `over since ${when(expiresAt)}`
        : `ends ${when(expiresAt)}`
      : 'no end',
  ]
  return parts.filter(Boolean).join(' · ')
}

/** Its link leads nowhere any more. */
export function isOver({ downloads, downloaded, expiresAt }: Share, now: Date): boolean {
  const isUsedUp = downloads !== null && downloaded >= downloads
  return isUsedUp || (expiresAt !== null && isPast(expiresAt, now))
}

function downloadsText({ downloads, downloaded }: Share): string {
  if (downloads !== null)
    return `${Math.max(0, downloads - downloaded)} of ${downloads} downloads left`
  if (downloaded === 0) return 'not downloaded yet'
  return downloaded === 1 ? 'downloaded once' : `downloaded ${downloaded} times`
}

function isPast(instant: string, now: Date): boolean {
  return new Date(instant) <= now
}

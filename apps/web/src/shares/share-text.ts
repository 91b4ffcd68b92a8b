import type { Share } from '@triptych/contract/shares'
import { when } from '../accounts/when.ts'
import { t } from '../words/words.ts'

/** What a share is for, and what is left of it. */
export function shareText(share: Share, now: Date): string {
  const { access, hasPassword, expiresAt } = share
  const parts = [
    access === 'read' ? t('To read') : t('To upload'),
    hasPassword && 'with a password',
    access === 'read' && downloadsText(share),
    expiresAt
      ? isPast(expiresAt, now)
        ? t('over since {expiresAt}', { expiresAt: when(expiresAt) })
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
    return t('{count} of {downloads} downloads left', {
      count: Math.max(0, downloads - downloaded),
      downloads,
    })
  if (downloaded === 0) return 'not downloaded yet'
  return downloaded === 1 ? 'downloaded once' : t('downloaded {downloaded} times', { downloaded })
}

function isPast(instant: string, now: Date): boolean {
  return new Date(instant) <= now
}

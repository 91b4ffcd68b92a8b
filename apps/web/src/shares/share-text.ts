import type { Share } from '@triptych/contract/shares'
import { when } from '../accounts/when.ts'
import { counted, t } from '../words/words.ts'

/** What a share is for, and what is left of it. */
export function shareText(share: Share, now: Date): string {
  const { access, hasPassword, expiresAt } = share
  const parts = [
    access === 'read' ? t('To read') : t('To upload'),
    hasPassword && t('with a password'),
    access === 'read' && downloadsText(share),
    expiresAt
      ? isPast(expiresAt, now)
        ? t('over since {at}', { at: when(expiresAt) })
        : t('ends {at}', { at: when(expiresAt) })
      : t('no end'),
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
    return t('{left} of {downloads} downloads left', {
      left: Math.max(0, downloads - downloaded),
      downloads,
    })
  if (downloaded === 0) return t('not downloaded yet')
  return counted(downloaded, 'downloaded once', 'downloaded {count} times')
}

function isPast(instant: string, now: Date): boolean {
  return new Date(instant) <= now
}

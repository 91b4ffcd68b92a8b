import type { Status } from 'triptych-client'
import './connection.css'
import { counted, t } from './words/words.ts'

interface Props {
  status: Status
  /** Changes that wait for the server. */
  waiting: number
}

const texts: Record<Status, string> = {
  connecting: t('Connecting'),
  live: t('Live'),
  lost: t('No connection'),
}

export function Connection({ status, waiting }: Props) {
  // A change on its way for a moment is nothing to tell.
  const text =
    status === 'lost' && waiting > 0
      ? counted(
          waiting,
          'No connection, {count} change waits',
          'No connection, {count} changes wait',
        )
      : texts[status]
  return (
    <span className={`connection ${status}`} role="status" title={hint(status)}>
      <span className="dot" aria-hidden="true" />
      <span className="text">{text}</span>
    </span>
  )
}

function hint(status: Status): string {
  if (status === 'live') return t('Changes of others are shown at once.')
  if (status === 'connecting') return t('Reaching the server.')
  return t('You can go on working; changes are sent when the server is back.')
}

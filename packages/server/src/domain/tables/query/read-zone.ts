import { badQuery } from './bad-query.ts'

/** The time zone of a client, an IANA name or an offset such as `+02:00`, in its one spelling. */
export function readZone(name: string | undefined): string {
  if (name === undefined || name === '') return 'UTC'
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    throw badQuery('tz', 'There is no such time zone; a name such as Europe/Vienna is needed.')
  }
}

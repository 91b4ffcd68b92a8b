import { sendAsTheTest } from '../fixtures/credentials.ts'
import { openFiles } from './files-client.ts'

/** A page in the time zone of this process: `TZ=… node svar-files-dates.ts {server}`. */

export interface Seen {
  zone: string
  /** Of each entry of the root, what its date is here and for everybody. */
  dates: { id: string; instant: number; clock: string }[]
}

if (import.meta.main) {
  sendAsTheTest()
  const page = await openFiles(process.argv[2] ?? '')
  const seen: Seen = {
    zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    dates: page.items().map(({ id, date }) => ({
      id,
      instant: date?.getTime() ?? Number.NaN,
      clock: `${date?.getHours()}:${date?.getMinutes()}`,
    })),
  }
  process.stdout.write(JSON.stringify(seen))
}

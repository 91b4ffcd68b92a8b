import { patienceMs } from '../../ports/people-board.ts'
import type { PeopleBoard } from '../../ports/people-board.ts'
import { guestsIn, peopleRows } from './people-rows.ts'
import { watchPeople } from './people-watch.ts'
import type { Postgres } from './postgres.ts'

interface Times {
  /** What a server has written counts for so long: one that was killed is forgotten then. */
  countsMs: number
  /** So often it writes the same again. */
  beatMs: number
  /** The pause after a write that failed. */
  retryMs: number
}

const usual: Times = { countsMs: 30_000, beatMs: 10_000, retryMs: 1000 }
const nobody = '[]'

/** Nobody waits for it, and what fails is tried again. Where nobody is, nothing is written or read. */
export function openPeopleBoard(
  { connections, notifications }: Pick<Postgres, 'connections' | 'notifications'>,
  schema: string,
  { countsMs, beatMs, retryMs }: Times = usual,
): PeopleBoard {
  const rows = peopleRows(connections, schema)
  // Another word than that of the commits, so that those who follow the log sleep on.
  const topic = `${schema}/people`
  let wanted = nobody
  let written = nobody
  let writing: Promise<void> | null = null
  let nextWrite: NodeJS.Timeout | null = null
  let closing: Promise<void> | null = null

  async function put(guests: string, forMs: number): Promise<void> {
    await (guests === nobody ? rows.remove() : rows.put(guests, forMs))
    const isNews = guests !== written || forMs !== countsMs
    written = guests
    if (isNews) notifications.tell(topic)
  }

  async function write(): Promise<void> {
    if (nextWrite) clearTimeout(nextWrite)
    let isDone = false
    try {
      do await put(wanted, countsMs)
      while (wanted !== written)
      isDone = true
    } catch {
      // It is done again below.
    }
    writing = null
    if (closing || (isDone && wanted === nobody)) return
    nextWrite = setTimeout(startWriting, isDone ? beatMs : retryMs).unref()
  }

  function startWriting(): void {
    writing ??= write()
  }

  async function leave(): Promise<void> {
    if (nextWrite) clearTimeout(nextWrite)
    await writing
    if (wanted === nobody && written === nobody) return
    // Where this fails, the row is forgotten like that of a server that was killed.
    await put(wanted, patienceMs).catch(() => {})
  }

  return {
    tell(guests) {
      if (closing) return
      wanted = JSON.stringify(guests)
      if (wanted !== written) startWriting()
    },
    async others() {
      try {
        return guestsIn(await rows.others())
      } catch {
        return []
      }
    },
    watch(listener) {
      const { wake, stop } = watchPeople(rows, listener)
      const deaf = notifications.on(topic, wake)
      return () => {
        deaf()
        stop()
      }
    },
    close() {
      closing ??= leave()
      return closing
    },
  }
}

import type { BoardGuest } from '../../ports/people-board.ts'
import { guestsIn } from './people-rows.ts'
import type { PeopleRows } from './people-rows.ts'

export interface PeopleWatch {
  /** There may be something new. */
  wake: () => void
  stop: () => void
}

/** Tells who is with the other servers, at first and whenever that changes. */
export function watchPeople(
  rows: PeopleRows,
  listener: (others: readonly BoardGuest[]) => void,
): PeopleWatch {
  let told: string | null = null
  let isLooking = false
  let isWoken = false
  let isOver = false
  let nextLook: NodeJS.Timeout | null = null

  function tellIfNew(guests: readonly BoardGuest[]): void {
    const text = JSON.stringify(guests)
    if (text === told) return
    told = text
    listener(guests)
  }

  async function look(): Promise<void> {
    try {
      const found = await rows.others()
      if (isOver) return
      if (nextLook) clearTimeout(nextLook)
      nextLook = found.countMs === null ? null : setTimeout(wake, found.countMs + 1).unref()
      tellIfNew(guestsIn(found))
    } catch {
      // It stays as it was; but who waits for the first word must not wait for long.
      if (!isOver && told === null) tellIfNew([])
    }
  }

  async function lookWhileWoken(): Promise<void> {
    isLooking = true
    while (isWoken && !isOver) {
      isWoken = false
      await look()
    }
    isLooking = false
  }

  function wake(): void {
    isWoken = true
    if (!isLooking) void lookWhileWoken()
  }

  wake()
  return {
    wake,
    stop() {
      isOver = true
      if (nextLook) clearTimeout(nextLook)
    },
  }
}

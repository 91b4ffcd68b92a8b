import { pause } from './pause.ts'
import { isPassing } from './server-error.ts'
import type { ServerError } from './server-error.ts'
import { shownRows } from './shown-rows.ts'
import type { Row, Write } from './shown-rows.ts'
import type { Id } from './temp-ids.ts'

export interface Loaded {
  data: Row[]
  /** `null` where it was not asked for. */
  total: number | null
}

/** How rows stand in groups. */
export interface Placed {
  count: number
  /** Which rows are seen then. */
  wanted: () => { start: number; end: number }
  /** Shows them so. */
  take: () => void
}

export interface RowsOptions<Place extends Placed> {
  /** Where rows stand in groups, how they do; asked for whenever they are counted, and the rows are loaded by it. */
  place: (signal: AbortSignal) => Promise<Place | null>
  load: (
    start: number,
    end: number,
    counts: boolean,
    signal: AbortSignal,
    place: Place | null,
  ) => Promise<Loaded>
  show: (rows: Row[], start: number, count: number) => void
  isPlain: () => boolean
  onError: (error: ServerError) => void
}

export type NewWrite = Write extends infer One
  ? One extends Write
    ? Omit<One, 'doneIn'>
    : never
  : never

const pageRows = 100
const keptPages = 50
/** Asked for before they are seen. */
const aheadRows = 40
/** What is passed by faster than this is never asked for. */
const passingMs = 60

/** The rows of a table of any size, of which those that are seen and some more are held. */
export function tableRows<Place extends Placed>({
  place,
  load,
  show,
  isPlain,
  onError,
}: RowsOptions<Place>) {
  const pages = new Map<number, { rows: Row[]; age: number }>()
  let writes: Write[] = []
  const deleted = new Set<Id>()
  let wanted = { start: 0, end: 50 }
  /** How many rows were shown, and how many of them there were when the grid said what it wants. */
  let counted = { shown: 0, asked: 0 }
  /** What is loaded now is of this age; what is younger than a page is not in it. */
  let age = 0
  let total = { count: 0, age: -1 }
  let running: { first: number; last: number; stop: AbortController } | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let failure: ServerError | null = null
  /** Until there was something to show, it is not for us to try again. */
  let hasLoaded = false
  let isEnded = false
  /** Changes that came while something is loading, which may not have them. */
  let news: { id: Id; values: object }[] = []
  let waiting: (() => void)[] = []

  return {
    want(start: number, end: number): void {
      wanted = { start, end }
      counted.asked = counted.shown
      draw()
      schedule(passingMs)
    },
    sees: (index: number): boolean => index >= wanted.start && index < wanted.end,
    /** Other rows than before. */
    restart(): void {
      pages.clear()
      total = { count: total.count, age: -1 }
      wanted = { start: 0, end: wanted.end - wanted.start }
      running?.stop.abort()
      refresh(0)
    },
    refresh,
    begin<One extends NewWrite>(all: readonly One[]): (One & { doneIn: null | number })[] {
      const begun = all.map((write) => ({ ...write, doneIn: null }))
      for (const write of begun) {
        writes.push(write)
        if (write.kind === 'delete') deleted.add(write.id)
      }
      draw()
      return begun
    },
    /** Whether it was deleted here, saved or not: who did that knows why it is not there. */
    wasDeleted: (id: Id): boolean => deleted.has(id),
    /** The rows do not have them yet; those that are loaded now will. */
    done(all: readonly Write[]): void {
      const loaded = refresh(0)
      for (const write of all) write.doneIn = loaded
    },
    /**
     * The server has it, and answered with these values. The log tells the order in which things were changed,
     * not when an answer comes: what it has told of meanwhile may be newer.
     */
    saved(write: Write & { kind: 'update' }, values: Record<string, unknown>): void {
      const untold = Object.entries(values).filter(([name]) => !write.told.has(name))
      change(write.id, Object.fromEntries(untold))
      forget([write])
    },
    forget,
    /** Why the rows that are asked for are not here. */
    failure: (): ServerError | null => failure,
    /** The log tells of it. */
    tell(id: Id, values: object): void {
      for (const write of writes) {
        if (write.kind !== 'update' || write.id !== id) continue
        for (const name of Object.keys(values)) write.told.add(name)
      }
      change(id, values)
      draw()
    },
    /** As the server has it, where nothing is on its way there. */
    rowAt: (index: number): Row | undefined => (writes.length === 0 ? rowAt(index) : undefined),
    rowOf(id: Id): Row | undefined {
      for (const { rows } of pages.values()) {
        const row = rows.find((one) => one.id === id)
        if (row) return row
      }
      return undefined
    },
    /** Of a row that is loaded. */
    placeOf(id: Id): number | null {
      for (const [page, { rows }] of pages) {
        const index = rows.findIndex((row) => row.id === id)
        if (index >= 0) return page * pageRows + index
      }
      return null
    },
    /** Resolves when nothing is loaded any more. */
    settled(): Promise<void> {
      return new Promise((resolve) => {
        waiting.push(resolve)
        schedule(0)
      })
    },
    end(): void {
      isEnded = true
      running?.stop.abort()
      clearTimeout(timer)
      tellSettled()
    },
  }

  function refresh(ms: number): number {
    age++
    failure = null
    for (const page of pages.keys()) if (!isNear(page)) pages.delete(page)
    schedule(ms)
    return age
  }

  function change(id: Id, values: object): void {
    if (running) news.push({ id, values })
    for (const { rows } of pages.values()) changeIn(rows, id, values)
  }

  function forget(all: readonly Write[]): void {
    const gone = new Set(all)
    writes = writes.filter((one) => !gone.has(one))
    draw()
  }

  function draw(): void {
    if (total.age < 0 || isEnded) return
    const part = {
      ...wanted,
      end: wanted.end + moreAtEnd(),
      total: total.count,
      totalAge: total.age,
      rowAt,
      writes,
      isPlain: isPlain(),
    }
    const { rows, count } = shownRows(part)
    counted.shown = count
    show(rows, wanted.start, count)
  }

  /**
   * Whoever sees the last row goes on seeing it when others add some: it may be a new one into which they type. The
   * grid asks for the rest when it has drawn that there is more.
   */
  function moreAtEnd(): number {
    if (wanted.end < counted.asked) return 0
    return Math.max(0, Math.min(aheadRows, total.count + writes.length - counted.asked))
  }

  function rowAt(index: number): Row | undefined {
    return pages.get(Math.floor(index / pageRows))?.rows[index % pageRows]
  }

  function schedule(ms: number): void {
    if (isEnded) return tellSettled()
    if (ms === 0) clearTimeout(timer)
    else if (timer !== undefined) return
    timer = setTimeout(() => {
      timer = undefined
      advance()
    }, ms)
  }

  function advance(): void {
    const missing = missingPages()
    if (!missing && !running && timer === undefined) return tellSettled()
    if (!missing) return
    const isPassedBy = running && (running.last < missing.first || running.first > missing.last)
    if (isPassedBy) running?.stop.abort()
    if (!running) void fill(missing)
  }

  async function fill(span: { first: number; last: number }): Promise<void> {
    const stop = new AbortController()
    running = { ...span, stop }
    const begun = age
    news = []
    try {
      const counts = total.age < begun
      const placed = counts ? await place(stop.signal) : null
      if (stop.signal.aborted) throw stop.signal.reason
      const asked = placed ? pagesAround(placed.wanted(), placed.count) : span
      const end = (asked.last + 1) * pageRows
      const loaded = await load(asked.first * pageRows, end, counts, stop.signal, placed)
      if (!stop.signal.aborted) take(asked, loaded, begun, placed)
    } catch (error) {
      if (!stop.signal.aborted) await complain(error as ServerError)
    }
    running = null
    if (!isEnded) advance()
  }

  async function complain(error: ServerError): Promise<void> {
    if (hasLoaded && isPassing(error)) return pause(1000)
    failure = error
    if (hasLoaded) onError(error)
  }

  function take(
    span: { first: number; last: number },
    { data, total: counted }: Loaded,
    begun: number,
    placed: Place | null,
  ) {
    hasLoaded = true
    if (placed) {
      placed.take()
      wanted = placed.wanted()
      // They were counted in another way.
      pages.clear()
    }
    for (const { id, values } of news) changeIn(data, id, values)
    for (let page = span.first; page <= span.last; page++) {
      const from = (page - span.first) * pageRows
      // The newest stand last, so that the oldest go first.
      pages.delete(page)
      pages.set(page, { rows: data.slice(from, from + pageRows), age: begun })
    }
    if (counted !== null) total = { count: counted, age: begun }
    for (const page of pages.keys()) {
      if (pages.size > keptPages && !isNear(page)) pages.delete(page)
    }
    if (!missingPages()) writes = writes.filter(({ doneIn }) => doneIn === null || doneIn > age)
    draw()
  }

  function nearPages(): { first: number; last: number } {
    return pagesAround(wanted, total.age < 0 ? Infinity : total.count)
  }

  function pagesAround(seen: typeof wanted, count: number): { first: number; last: number } {
    const first = Math.floor(Math.max(0, seen.start - aheadRows) / pageRows)
    const known = Math.min(seen.end + aheadRows, count)
    return { first, last: Math.max(first, Math.floor((known - 1) / pageRows)) }
  }

  function isNear(page: number): boolean {
    const { first, last } = nearPages()
    return page >= first && page <= last
  }

  function missingPages(): { first: number; last: number } | null {
    if (failure) return null
    const { first, last } = nearPages()
    const all = Array.from({ length: last - first + 1 }, (_, index) => first + index)
    const missing = all.filter((page) => (pages.get(page)?.age ?? -1) < age)
    if (missing.length === 0) return total.age < age ? { first, last: first } : null
    return { first: missing[0]!, last: missing.at(-1)! }
  }

  function tellSettled(): void {
    for (const resolve of waiting) resolve()
    waiting = []
  }
}

function changeIn(rows: Row[], id: Id, values: object): void {
  const index = rows.findIndex((row) => row.id === id)
  if (index >= 0) rows[index] = { ...rows[index]!, ...values }
}

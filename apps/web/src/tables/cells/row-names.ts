import type { Server } from 'triptych-client'
import type { Table } from '@triptych/contract/tables'

/** A row by its number, and as people call it. */
export interface Option {
  id: number
  label: string
}

/** How the rows of a table are called that is too large to be listed: asked for as they are seen, and as one looks. */
export interface RowNames {
  /** `null` until it is known; then whoever listens is told. */
  of: (id: number) => string | null
  /** The first rows whose name has the text in it; a number finds its row, too. */
  find: (text: string) => Promise<Option[]>
  /** The rows that are called exactly so: what is pasted names many at once. */
  called: (names: readonly string[]) => Promise<Option[]>
  /** Until all of these are known, for `of`. */
  load: (ids: readonly number[]) => Promise<void>
  subscribe: (listener: () => void) => () => void
  /** The table has changed. */
  forget: () => void
}

/** Cells come into sight in bursts. */
const burstMs = 30
const mostAsked = 500
const mostFound = 50
/** Several rows may have the same name. */
const mostCalled = 10_000

const known = new WeakMap<Server, Map<string, RowNames>>()

/** One for all who ask for the same. */
export function rowNames(server: Server, table: string): RowNames {
  const all = known.get(server) ?? new Map<string, RowNames>()
  known.set(server, all)
  const names = all.get(table) ?? makeNames(server, table)
  all.set(table, names)
  return names
}

function makeNames(server: Server, table: string): RowNames {
  const listeners = new Set<() => void>()
  const address = encodeURIComponent(table)
  let named = new Map<number, string>()
  let wanted = new Set<number>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let title: Promise<string | undefined> | null = null

  return { of, find, called, load, forget, subscribe }

  function of(id: number): string | null {
    const name = named.get(id)
    if (name !== undefined) return name
    wanted.add(id)
    timer ??= setTimeout(() => void ask(), burstMs)
    return null
  }

  async function ask(): Promise<void> {
    timer = undefined
    const ids = [...wanted].slice(-mostAsked)
    wanted = new Set()
    try {
      await load(ids)
    } catch {
      // They are asked for when they are drawn again.
    }
    for (const listener of listeners) listener()
  }

  async function load(ids: readonly number[]): Promise<void> {
    const into = named
    const unknown = [...new Set(ids)].filter((id) => !into.has(id))
    for (const some of inParts(unknown)) {
      const found = await rows({ filter: { field: 'id', includes: some } }, some.length)
      // What is not there any more keeps its number.
      for (const id of some) into.set(id, labelOf(id, undefined))
      for (const { id, label } of found) into.set(id, label)
    }
  }

  async function called(names: readonly string[]): Promise<Option[]> {
    const label = await titleColumn()
    if (!label) return []
    const found: Option[] = []
    for (const some of inParts([...new Set(names)])) {
      const filter = { field: label, type: 'text', includes: some }
      found.push(...(await rows({ filter }, mostCalled)))
    }
    return found
  }

  async function find(text: string): Promise<Option[]> {
    const said = text.trim()
    const label = await titleColumn()
    const rule = { field: label, type: 'text', filter: 'contains', value: said }
    const byName = label && said ? { filter: rule } : {}
    const id = Number(said.replace(/^#/, ''))
    const isNumber = said !== '' && Number.isSafeInteger(id)
    const [numbered, called] = await Promise.all([
      isNumber ? rows({ filter: { field: 'id', includes: [id] } }, 1) : [],
      said !== '' && !label ? [] : rows(byName, mostFound),
    ])
    const others = called.filter((one) => !numbered.some((other) => other.id === one.id))
    const exact = others.filter(({ label: name }) => name.toLowerCase() === said.toLowerCase())
    return [...numbered, ...exact, ...others.filter((one) => !exact.includes(one))]
  }

  async function rows(query: object, limit: number): Promise<Option[]> {
    const label = await titleColumn()
    const body = { ...query, start: 0, end: limit, fields: label ? [label] : [] }
    const answer = await server.send({ method: 'POST', path: `${address}/query`, body })
    const { data } = answer as { data: ({ id: number } & Record<string, unknown>)[] }
    return data.map((row) => ({ id: row.id, label: labelOf(row.id, label && row[label]) }))
  }

  function titleColumn(): Promise<string | undefined> {
    title ??= server
      .send({ method: 'GET', path: `tables/${address}` })
      .then((found) => (found as Table).columns.find(({ type }) => type === 'text')?.name)
    title.catch(() => (title = null))
    return title
  }

  function subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }

  function forget(): void {
    named = new Map()
    title = null
    for (const listener of listeners) listener()
  }
}

function inParts<T>(all: readonly T[]): T[][] {
  const count = Math.ceil(all.length / mostAsked)
  return Array.from({ length: count }, (_, at) => all.slice(at * mostAsked, (at + 1) * mostAsked))
}

export function labelOf(id: number, text: unknown): string {
  return typeof text === 'string' && text !== '' ? text : `#${id}`
}

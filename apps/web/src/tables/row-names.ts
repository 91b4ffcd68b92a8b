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
  subscribe: (listener: () => void) => () => void
  /** The table has changed. */
  forget: () => void
}

/** Cells come into sight in bursts. */
const burstMs = 30
const mostAsked = 500
const mostFound = 50

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

  return { of, find, forget, subscribe }

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
    const into = named
    try {
      const found = await rows({ filter: { field: 'id', includes: ids } }, ids.length)
      // What is not there any more keeps its number.
      for (const id of ids) into.set(id, labelOf(id, undefined))
      for (const { id, label } of found) into.set(id, label)
    } catch {
      // They are asked for when they are drawn again.
    }
    for (const listener of listeners) listener()
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

export function labelOf(id: number, text: unknown): string {
  return typeof text === 'string' && text !== '' ? text : `#${id}`
}

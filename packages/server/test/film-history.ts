import assert from 'node:assert/strict'
import { isDeepStrictEqual } from 'node:util'
import type { Change } from '@triptych/contract/changes'
import type { Edit, Film, Journal } from './film-editor.ts'

export interface FilmHistory {
  log: Change[]
  rows: Film[]
}

/** The log in small pages and the rows, as a client gets them. */
export async function readHistory(url: string): Promise<FilmHistory> {
  const log: Change[] = []
  for (;;) {
    const answer = await fetch(new URL(`changes?since=${log.length}&limit=400`, url))
    const page = await jsonOf<Change[]>(answer)
    log.push(...page)
    if (page.length === 0) break
    assert.ok(page.length <= 400 && log.length <= Number(answer.headers.get('x-revision')))
  }
  return { log, rows: await jsonOf<Film[]>(await fetch(new URL('films', url))) }
}

async function jsonOf<T>(answer: Response): Promise<T> {
  const text = await answer.text()
  assert.equal(answer.status, 200, `${answer.url} was answered ${answer.status}: ${text}`)
  return JSON.parse(text) as T
}

/**
 * Holds what the server shows against what its clients know, and settles the edits that were not
 * answered: from now on they are there or not. `earlier` is the log as it was the last time.
 */
export function checkHistory(
  { log, rows }: FilmHistory,
  journal: Journal,
  earlier: readonly Change[],
): void {
  for (const [index, { revision }] of log.entries()) {
    assert.equal(revision, index + 1, `revision ${revision} stands at place ${index + 1}`)
  }
  const changed = earlier.findIndex((entry, index) => !isDeepStrictEqual(entry, log[index]))
  assert.equal(changed, -1, `revision ${changed + 1} is no longer ${show(earlier[changed])}`)

  const replayed = replay(log, new Set(journal.sightings.map(({ revision }) => revision)))
  checkRows(rows, replayed.rows, 'now')
  checkEdits(log, journal, replayed.rowAt)
  checkNewIds(log, journal)
  for (const sighting of journal.sightings.splice(0)) {
    const { revision } = sighting
    const when = `as a reader was shown them at revision ${revision},`
    if ('rows' in sighting) checkRows(sighting.rows, replayed.rowsAt(revision), when)
    else checkRows([sighting.row], [replayed.rowAt(sighting.row.id, revision)], when)
  }
}

function checkRows(
  rows: readonly Film[],
  logged: readonly (Film | null)[] | null,
  when: string,
): void {
  assert.ok(logged, `${when} rows of a revision that is not in the log`)
  const place = rows.findIndex((row, index) => !isDeepStrictEqual(row, logged[index]))
  const what = `of the rows ${when} number ${place} is ${show(rows[place])}`
  assert.equal(place, -1, `${what}, and by the log ${show(logged[place])}`)
  assert.equal(rows.length, logged.length, `the log has rows that the table ${when} has not`)
}

function checkEdits(
  log: readonly Change[],
  journal: Journal,
  rowAt: (id: number, revision: number) => Film | null,
): void {
  const entries = new Map<string, Change>()
  for (const entry of log) {
    if (entry.operation === 'table-created') continue
    assert.ok(entry.origin !== null && !entries.has(entry.origin), `logged twice: ${show(entry)}`)
    entries.set(entry.origin, entry)
  }

  for (const edit of journal.edits) {
    const entry = entries.get(edit.origin)
    entries.delete(edit.origin)
    if (edit.outcome === 'unknown') edit.outcome = entry ? 'kept' : 'refused'
    if (edit.outcome === 'refused') {
      assert.equal(entry, undefined, `${show(edit)} was not made, but logged: ${show(entry)}`)
      continue
    }
    assert.ok(entry, `lost although it was answered: ${show(edit)}`)
    assert.ok(isWhole(edit, entry), `${show(edit)} became ${show(entry)}`)
    assert.ok(entry.revision > edit.sentAfter, `${show(edit)} has an early ${show(entry)}`)
    if (!edit.answered) continue
    const { row, revision } = edit.answered
    if (revision !== null) assert.equal(revision, entry.revision, show(edit))
    if (row) assert.deepEqual(rowAt(row.id, entry.revision), row, show(edit))
  }
  assert.deepEqual([...entries.values()], [], 'logged, but sent by nobody')
}

/** An id the server chose must not have been anybody's before, whatever was deleted since. */
function checkNewIds(log: readonly Change[], journal: Journal): void {
  const edits = new Map(journal.edits.map((edit) => [edit.origin, edit]))
  const used = new Set<string>()
  for (const { operation, entity, origin } of log) {
    if (operation !== 'row-added') continue
    const isChosen = edits.get(origin ?? '')?.id === null
    assert.ok(!isChosen || !used.has(entity), `${entity} was given out twice`)
    used.add(entity)
  }
}

const operations = {
  POST: 'row-added',
  PUT: 'row-updated',
  PATCH: 'row-updated',
  DELETE: 'row-deleted',
}

/** Whether the entry says all that the edit said, and nothing else. */
function isWhole(edit: Edit, entry: Change): boolean {
  const id = edit.id ?? edit.answered?.id ?? Number(entry.entity.split('/')[1])
  if (entry.operation !== operations[edit.method] || entry.entity !== `films/${id}`) return false
  if (edit.method === 'DELETE') return entry.after === null
  if (edit.method !== 'POST') return isDeepStrictEqual(entry.after, edit.values)
  const { $order, ...row } = entry.after ?? {}
  return typeof $order === 'string' && isDeepStrictEqual(row, { id, ...edit.values })
}

type Placed = Film & { $order: string }

interface Replayed {
  rows: Film[]
  rowAt: (id: number, revision: number) => Film | null
  /** For the revisions asked for. */
  rowsAt: (revision: number) => Film[] | null
}

/** Does what the log says to an empty table; an entry that does not fit what is there is an error. */
function replay(log: readonly Change[], askedFor: ReadonlySet<number>): Replayed {
  const table = new Map<number, Placed>()
  const past = new Map<string, Film>()
  const lists = new Map<number, Film[]>()
  const list = () => [...table.values()].toSorted(byOrder).map(withoutOrder)

  function apply(entry: Change): void {
    if (entry.operation === 'table-created') return
    const id = Number(entry.entity.split('/')[1])
    const before = table.get(id)
    const fits =
      entry.operation === 'row-updated'
        ? before && isDeepStrictEqual({ ...before, ...entry.before }, before)
        : isDeepStrictEqual(entry.before, before ?? null)
    assert.ok(fits, `${show(entry)} does not follow on ${show(before)}`)

    if (entry.operation === 'row-deleted') table.delete(id)
    else {
      const after = { ...before, ...entry.after } as Placed
      table.set(id, after)
      past.set(`${id}@${entry.revision}`, withoutOrder(after))
    }
  }

  for (const entry of log) {
    apply(entry)
    if (askedFor.has(entry.revision)) lists.set(entry.revision, list())
  }
  return {
    rows: list(),
    rowAt: (id, revision) => past.get(`${id}@${revision}`) ?? null,
    rowsAt: (revision) => lists.get(revision) ?? null,
  }
}

function byOrder(one: Placed, other: Placed): number {
  if (one.$order === other.$order) return one.id - other.id
  return one.$order < other.$order ? -1 : 1
}

function withoutOrder({ id, name, year, votes, owner }: Placed): Film {
  return { id, name, year, votes, owner }
}

function show(value: unknown): string {
  return JSON.stringify(value) ?? 'not there'
}

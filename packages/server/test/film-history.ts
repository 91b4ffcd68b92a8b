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
    assert.equal(answer.status, 200)
    const page = (await answer.json()) as Change[]
    log.push(...page)
    if (page.length === 0) break
    assert.ok(page.length <= 400 && log.length <= Number(answer.headers.get('x-revision')))
  }
  const answer = await fetch(new URL('films', url))
  assert.equal(answer.status, 200)
  return { log, rows: (await answer.json()) as Film[] }
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

  const replayed = replay(log)
  const place = rows.findIndex((row, index) => !isDeepStrictEqual(row, replayed.rows[index]))
  assert.equal(
    place,
    -1,
    `row ${place} is ${show(rows[place])}, and by the log ${show(replayed.rows[place])}`,
  )
  assert.equal(rows.length, replayed.rows.length, 'the log has rows that the table has not')

  checkEdits(log, journal, replayed.rowAt)
  checkNewIds(log, journal)
  for (const { row, revision } of journal.sightings) {
    const logged = replayed.rowAt(row.id, revision)
    assert.deepEqual(logged, row, `a reader was shown another row at revision ${revision}`)
  }
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

/** Does what the log says to an empty table; an entry that does not fit what is there is an error. */
function replay(log: readonly Change[]): {
  rows: Film[]
  rowAt: (id: number, revision: number) => Film | null
} {
  const table = new Map<number, Placed>()
  const past = new Map<string, Film>()

  for (const entry of log) {
    if (entry.operation === 'table-created') continue
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

  const rows = [...table.values()].toSorted(byOrder).map(withoutOrder)
  return { rows, rowAt: (id, revision) => past.get(`${id}@${revision}`) ?? null }
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

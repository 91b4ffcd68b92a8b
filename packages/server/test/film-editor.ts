import assert from 'node:assert/strict'
import { isDeepStrictEqual } from 'node:util'
import { connectWire } from './wire-client.ts'
import type { SeededRandom } from './seeded-random.ts'
import type { WireAnswer, WireClient } from './wire-client.ts'

export interface Film {
  id: number
  name: string
  year: number
  votes: number
  /** Whose row it is; `all` where everybody edits it. */
  owner: string
}

export const filmsTable = {
  name: 'films',
  columns: [
    { name: 'name', type: 'text' },
    { name: 'year', type: 'integer' },
    { name: 'votes', type: 'integer' },
    { name: 'owner', type: 'text' },
  ],
}

/** Everybody edits these, and nobody deletes them. */
export const sharedIds = [1, 2, 3, 4]
/** Everybody edits, deletes and adds these again. */
export const contestedIds = [11, 12, 13]

/** One edit that was sent. Every value in it is sent by no other. */
export interface Edit {
  /** Stands in the log too, so that the entry of this edit can be told from all others. */
  origin: string
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** `null` where the server is to choose it. */
  id: number | null
  values: Partial<Film>
  /** The newest revision anybody had been told when this was sent. */
  sentAfter: number
  /** `unknown`: no answer came, so that either is right, until the next server shows which. */
  outcome: 'kept' | 'refused' | 'unknown'
  /** From the answer, as far as it said so. */
  answered: { id: number; row: Film | null; revision: number | null } | null
}

/** What a reader was shown: a row or the whole table, as it was at the revision. */
export type Sighting = { revision: number } & ({ row: Film } | { rows: Film[] })

/** What the clients of one server know, in the order of its answers. */
export interface Journal {
  edits: Edit[]
  sightings: Sighting[]
  newestRevision: number
  /** Numbers that no one has used yet. */
  nextNumber(): number
}

export function newJournal(): Journal {
  let last = 1000
  return { edits: [], sightings: [], newestRevision: 0, nextNumber: () => ++last }
}

export interface FilmEditor {
  /** Edits one film after the other, each when the last was answered, until the connection ends. */
  run(client: WireClient, answered: () => void): Promise<void>
  /** Compares its own rows, which nobody else touches, with what it was told about them. */
  settle(rows: readonly Film[]): void
}

export function filmEditor(owner: string, random: SeededRandom, journal: Journal): FilmEditor {
  let own = new Map<number, Film>()
  let pending: Edit | null = null
  const deleted: Film[] = []

  function newValues(): Pick<Film, 'name' | 'year' | 'votes'> {
    const number = journal.nextNumber()
    return { name: `${owner}-${number}`, year: number, votes: number }
  }

  function oneValue(): Partial<Film> {
    const values = newValues()
    const column = random.pick(['name', 'year', 'votes'] as const)
    return { [column]: values[column] }
  }

  function edit(method: Edit['method'], id: number | null, values: Partial<Film>): Edit {
    const origin = `${owner}.${journal.nextNumber()}`
    const sentAfter = journal.newestRevision
    return { origin, method, id, values, sentAfter, outcome: 'unknown', answered: null }
  }

  function nextEdit(): Edit {
    const mine = [...own.keys()]
    const lot = random.next()
    if (mine.length < 2 || (lot < 0.15 && mine.length < 8)) {
      return edit('POST', null, { ...newValues(), owner })
    }
    if (lot < 0.35) return edit('PATCH', random.pick(mine), oneValue())
    if (lot < 0.5) return edit('PUT', random.pick(mine), newValues())
    if (lot < 0.6) return edit('DELETE', random.pick(mine), {})
    if (lot < 0.65 && deleted.length > 0) {
      const { id, ...values } = deleted.pop() as Film
      return edit('POST', id, values)
    }
    if (lot < 0.75) return edit('PATCH', random.pick(sharedIds), oneValue())
    if (lot < 0.82) return edit('PUT', random.pick(sharedIds), newValues())
    if (lot < 0.88) return edit('PATCH', random.pick(contestedIds), oneValue())
    if (lot < 0.94) return edit('DELETE', random.pick(contestedIds), {})
    return edit('POST', random.pick(contestedIds), { ...newValues(), owner: 'all' })
  }

  function accept(done: Edit, answer: WireAnswer): void {
    const said = JSON.parse(answer.body) as Film
    assert.equal(typeof said.id, 'number', `no id in ${answer.body}`)
    const etag = answer.header('etag')
    done.outcome = 'kept'
    done.answered = {
      id: said.id,
      row: done.method === 'POST' || done.method === 'PUT' ? said : null,
      revision: etag === null ? null : revisionIn(etag),
    }
    journal.newestRevision = Math.max(journal.newestRevision, done.answered.revision ?? 0)
    const row = own.get(said.id)
    if (row && done.method === 'DELETE') deleted.push(row)
    own = withEdit(own, done, said.id, owner)
  }

  async function editOne(client: WireClient): Promise<boolean> {
    const next = nextEdit()
    pending = next
    const path = next.method === 'POST' ? '/films' : `/films/${next.id}`
    const answer = await client.send(next.method, path, {
      headers: { 'x-origin': next.origin },
      body: bodyOf(next, random, [...own.keys(), ...sharedIds]),
    })
    journal.edits.push(next)
    if (answer === null) return false

    pending = null
    if (answer.status === 200) accept(next, answer)
    else {
      const mayFail = next.id !== null && contestedIds.includes(next.id)
      const right = next.method === 'POST' ? 409 : 404
      const what = `${next.method} ${path} was answered ${answer.status}: ${answer.body}`
      assert.ok(mayFail && answer.status === right, what)
      next.outcome = 'refused'
    }
    return answer.header('connection') !== 'close'
  }

  async function readOne(client: WireClient): Promise<boolean> {
    const isList = random.next() < 0.3
    const path = isList ? '/films' : `/films/${random.pick(sharedIds)}`
    const answer = await client.send('GET', path)
    if (answer === null) return false
    assert.equal(answer.status, 200, answer.body)
    const revision = revisionIn(answer.header('etag') ?? '')
    const seen: unknown = JSON.parse(answer.body)
    journal.sightings.push(
      isList ? { revision, rows: seen as Film[] } : { revision, row: seen as Film },
    )
    return answer.header('connection') !== 'close'
  }

  return {
    async run(client, answered) {
      while (await (random.next() < 0.2 ? readOne(client) : editOne(client))) answered()
    },
    settle(rows) {
      const actual = new Map(rows.filter((row) => row.owner === owner).map((row) => [row.id, row]))
      const newId = [...actual.keys()].find((id) => !own.has(id)) ?? 0
      const possible = pending ? [own, withEdit(own, pending, pending.id ?? newId, owner)] : [own]
      if (!possible.some((state) => sameRows(state, actual))) {
        const [show, told] = [actual, own].map((state) => JSON.stringify([...state.values()]))
        const open = pending ? ` and sent without an answer ${JSON.stringify(pending)}` : ''
        assert.fail(`the rows of ${owner} are ${show}, but it was told ${told}${open}`)
      }
      own = actual
      pending = null
    },
  }
}

/** Adds the rows that everybody edits, as an edit of its own each. */
export async function addSharedFilms(url: string, journal: Journal): Promise<void> {
  const client = await connectWire(url)
  for (const id of [...sharedIds, ...contestedIds]) {
    const number = journal.nextNumber()
    const values = { name: `shared-${number}`, year: number, votes: number, owner: 'all' }
    const row = { id, ...values }
    const headers = { 'x-origin': `setup.${number}` }
    const answer = await client?.send('POST', '/films', { headers, body: { id, row } })
    assert.equal(answer?.status, 200, answer?.body)
    journal.edits.push({
      origin: headers['x-origin'],
      method: 'POST',
      id,
      values,
      sentAfter: 0,
      outcome: 'kept',
      answered: { id, row, revision: null },
    })
  }
  client?.close()
}

function bodyOf(edit: Edit, random: SeededRandom, anchors: readonly number[]): unknown {
  const { method, id, values } = edit
  if (method === 'DELETE') return undefined
  if (method === 'PUT') return { id, row: values }
  if (method === 'PATCH') {
    const [key, value] = Object.entries(values)[0] ?? []
    return { key, value: String(value) }
  }
  const side = random.pick(['before', 'after', null])
  const anchor = side === null ? {} : { [side]: random.pick(anchors) }
  return {
    id: id ?? `temp://${1_790_000_000_000 + random.between(0, 1e6)}`,
    row: values,
    ...anchor,
  }
}

/** The rows of one owner after an edit; edits of other rows change nothing in them. */
function withEdit(
  rows: ReadonlyMap<number, Film>,
  { method, values }: Edit,
  id: number,
  owner: string,
): Map<number, Film> {
  const after = new Map(rows)
  const row = rows.get(id)
  if (method === 'DELETE') after.delete(id)
  else if (method === 'POST' && values.owner === owner) after.set(id, { id, ...values } as Film)
  else if (row) after.set(id, { ...row, ...values })
  return after
}

function sameRows(one: ReadonlyMap<number, Film>, other: ReadonlyMap<number, Film>): boolean {
  if (one.size !== other.size) return false
  return [...one].every(([id, row]) => isDeepStrictEqual(row, other.get(id)))
}

/** An ETag is the id of the database and a revision. */
function revisionIn(etag: string): number {
  return Number(/-(\d+)"$/.exec(etag)?.[1])
}

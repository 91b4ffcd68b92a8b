import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Column, ColumnType, Table } from '@triptych/contract/tables'
import { seededRandom } from '../../../test/fixtures/seeded-random.ts'
import { openSqliteDatabase } from '../../engines/sqlite/database.ts'
import type { Stores } from '../../ports/database.ts'
import { everyRow } from '../../ports/table-query.ts'
import { followList } from './follow-list.ts'

function column(name: string, type: ColumnType): Column {
  const rules = { nullable: true, unique: false, default: null, options: null, reference: null }
  return { name, type, ...rules }
}

const films: Table = {
  name: 'films',
  columns: [column('title', 'text'), column('votes', 'integer')],
  indexes: [],
}
const withJson: Table = { ...films, columns: [column('title', 'text'), column('votes', 'json')] }

/** What would end a row, or begin another one, if it did not stand in a text. */
const titles = ['plain', '},{"id":1,"title":"x"}', '{"id":2,', '\\"},{"id":3,', 'é ☃ 🎬', '']

const keyOf = (place: number): string => `a${String(place).padStart(6, '0')}`

function log({ changes }: Stores, operation: string, entity: string): Promise<number> {
  const values = { area: 'tables', operation, entity, before: null, after: null } as never
  return changes.append(values, { actor: 'me', origin: null, at: new Date(0) })
}

async function opened(t: { after: (work: () => Promise<void>) => void }, table = films, count = 4) {
  const database = openSqliteDatabase(':memory:')
  t.after(() => database.close())
  const change = <T>(work: (stores: Stores) => Promise<T>) => database.transact(work)
  await change(async (stores) => {
    await stores.tables.create(table, await log(stores, 'table-created', table.name))
    for (let id = 1; id <= count; id++) {
      const version = await log(stores, 'row-added', `${table.name}/${id}`)
      const values = { title: titles[id % titles.length]!, votes: id }
      await stores.tables.insert(table, { id, version, order: keyOf(id * 10), values })
    }
  })
  const list = () =>
    database.read(async ({ tables, changes }) => {
      const { json, count: total } = await tables.page(table, everyRow, {
        after: null,
        skip: 0,
        limit: 1000,
      })
      return { revision: await changes.head(), body: json, total }
    })
  const follow = async (earlier: Awaited<ReturnType<typeof list>>) =>
    database.read(async ({ tables, changes }) =>
      followList(tables, { table, revision: await changes.head() }, earlier),
    )
  /** One after the other, each with its entry in the log. */
  const set = (id: number, title: string) =>
    change(async (stores) => {
      const version = await log(stores, 'row-updated', `${table.name}/${id}`)
      await stores.tables.update(table, id, { title }, version)
    })
  const move = (id: number, place: number) =>
    change(async (stores) => {
      const version = await log(stores, 'row-moved', `${table.name}/${id}`)
      await stores.tables.move(table, id, keyOf(place), version)
    })
  const remove = (id: number) =>
    change(async (stores) => {
      await stores.tables.remove(table, id, await log(stores, 'row-deleted', `${table.name}/${id}`))
    })
  const add = (id: number, place: number, title: string) =>
    change(async (stores) => {
      const version = await log(stores, 'row-added', `${table.name}/${id}`)
      const values = { title, votes: null }
      await stores.tables.insert(table, { id, version, order: keyOf(place), values })
    })
  return { list, follow, set, move, remove, add, change }
}

const textOf = (list: { body: Uint8Array } | null) => list && Buffer.from(list.body).toString()

describe('a list of rows after a change', () => {
  it('is what it would be if it were made anew, whatever became of a few rows', async (t) => {
    const count = 40
    const { list, follow, set, move, remove, add } = await opened(t, films, count)
    const random = seededRandom(7)
    const there = new Set(Array.from({ length: count }, (_, n) => n + 1))
    let nextId = count
    let nextPlace = count * 10
    for (let round = 0; round < 200; round++) {
      const earlier = await list()
      for (let n = random.between(1, 6); n > 0; n--) {
        const id = random.pick([...there])
        const title = `${random.pick(titles)}${round}`
        // Also before the first one, and behind the last one.
        const place = random.pick([random.between(0, nextPlace), ++nextPlace])
        const kind = random.between(1, 5)
        if (kind === 1) {
          await add(++nextId, place, title)
          there.add(nextId)
        } else if (kind === 2 && there.size > 1) {
          await remove(id)
          there.delete(id)
        } else if (kind === 3) await move(id, place)
        else await set(id, title)
      }

      const followed = await follow(earlier)

      const fresh = await list()
      assert.equal(textOf(followed), textOf(fresh), `round ${round}`)
      assert.equal(followed?.total, fresh.total)
    }
  })

  it('may have lost all its rows, or have its first one', async (t) => {
    const { list, follow, add, remove } = await opened(t, films, 2)
    const two = await list()
    for (const id of [1, 2]) await remove(id)
    assert.equal(textOf(await follow(two)), '[]')

    const none = await list()
    await add(3, 5, 'first')
    assert.equal(textOf(await follow(none)), '[{"id":3,"title":"first","votes":null}]')
  })

  it('leaves the list before as it is, which may be on its way to somebody', async (t) => {
    const { list, follow, set } = await opened(t)
    const earlier = await list()
    const before = textOf(earlier)
    await set(2, 'changed')
    await follow(earlier)
    assert.equal(textOf(earlier), before)
  })

  it('is not made of the one before where many rows have changed, or the table has', async (t) => {
    const { list, follow, set, change } = await opened(t, films, 30)
    const earlier = await list()
    for (let id = 1; id <= 16; id++) await set(id, 'changed')
    assert.ok(await follow(earlier))
    await set(17, 'changed')
    assert.equal(await follow(earlier), null)

    const later = await list()
    await change((stores) => log(stores, 'table-changed', 'films'))
    assert.equal(await follow(later), null)
  })

  it('is not made of the one before where a cell may look like a row', async (t) => {
    const { list, follow, set } = await opened(t, withJson)
    const earlier = await list()
    await set(2, 'changed')
    assert.equal(await follow(earlier), null)
  })
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { View } from '@triptych/contract/table-schema'
import { accountsServer } from '../../../test/fixtures/accounts-api.ts'
import type { Somebody } from '../../../test/fixtures/accounts-api.ts'
import { api, assertProblem } from '../../../test/fixtures/api.ts'

const path = '/tables/films/views'
const columns = [
  { name: 'name', type: 'text' },
  { name: 'year', type: 'integer' },
]
const since = (year: number) => ({ field: 'year', type: 'number', filter: 'greater', value: year })

/** Olga owns the workspace, Ed and Fay edit in it. */
async function site() {
  const server = await accountsServer()
  const { owner } = server
  await done(owner, 'POST', '/tables', { name: 'films', columns })
  const rows = [
    { name: 'Alien', year: 1979 },
    { name: 'Heat', year: 1995 },
    { name: 'Tenet', year: 2020 },
  ]
  await done(owner, 'POST', '/films/rows', { rows })
  const [ed, fay] = [await server.invite('Ed', 'editor'), await server.invite('Fay', 'editor')]
  return { server, owner, ed, fay }
}

async function done<T = unknown>(
  by: Somebody,
  method: string,
  where: string,
  body?: object,
): Promise<T> {
  const { status, json } = await by.ask(method, where, body)
  assert.equal(status, 200, `${method} ${where}: ${JSON.stringify(json)}`)
  return json as T
}

async function namesFor(who: Somebody): Promise<string[]> {
  const views = await done<View[]>(who, 'GET', path)
  const { views: described } = await done<{ views: View[] }>(who, 'GET', '/tables/films')
  assert.deepEqual(described, views)
  return views.map(({ name, own }) => (own ? `${name} (own)` : name))
}

const logOf = async (who: Somebody): Promise<string> =>
  JSON.stringify([
    await done(who, 'GET', '/changes'),
    (await who.ask('GET', '/history?area=tables')).json,
  ])

describe('a view of one’s own', () => {
  it('is for those who may only read as well, and nothing more is', async () => {
    const { server, owner, ed } = await site()
    const ray = await server.invite('Ray', 'reader')
    await done(owner, 'POST', path, { name: 'For all' })
    await done(owner, 'PUT', '/auth/rules', {
      thing: { kind: 'table', table: 'films' },
      subject: { kind: 'everyone' },
      access: 'read',
    })

    for (const who of [ray, ed]) {
      const mine = { name: 'Mine', filter: since(1990), own: true }
      assert.equal((await done<View>(who, 'POST', path, mine)).own, true)
      await done(who, 'PUT', `${path}/Mine`, { ...mine, name: 'Newer', filter: since(2000) })
      assert.deepEqual(await namesFor(who), ['For all', 'Newer (own)'])
      assert.equal((await done<unknown[]>(who, 'GET', '/films?view=Newer')).length, 1)
      const refused: [string, string, object?][] = [
        ['POST', path, { name: 'To all' }],
        ['PUT', `${path}/Newer`, { name: 'Newer' }],
        ['PUT', `${path}/For all`, { name: 'For all', own: true }],
        ['PUT', `${path}/None`, { name: 'None', own: true }],
        ['DELETE', `${path}/For all`],
        ['DELETE', `${path}/None`],
      ]
      for (const [method, where, body] of refused) {
        assertProblem(await who.ask(method, encodeURI(where), body), [403, 'forbidden'])
      }
      assert.deepEqual(await namesFor(who), ['For all', 'Newer (own)'])
      await done(who, 'DELETE', `${path}/Newer`)
      assert.deepEqual(await namesFor(who), ['For all'])
    }
  })

  it('is seen, used, changed and deleted by nobody else, not even the owner of the workspace', async () => {
    const { owner, ed, fay } = await site()
    await done(owner, 'POST', path, { name: 'For all' })

    const made = await done<View>(ed, 'POST', path, {
      name: 'Mine',
      filter: since(1990),
      own: true,
    })

    assert.equal(made.own, true)
    assert.deepEqual(await namesFor(ed), ['For all', 'Mine (own)'])
    for (const other of [owner, fay]) {
      assert.deepEqual(await namesFor(other), ['For all'])
      const asked: [string, string, object?][] = [
        ['GET', '/films?view=Mine'],
        ['PUT', `${path}/Mine`, { name: 'Mine' }],
        ['DELETE', `${path}/Mine`],
      ]
      for (const [method, where, body] of asked) {
        assertProblem(await other.ask(method, where, body), [404, 'tables.view_not_found'])
      }
      assert.doesNotMatch(await logOf(other), /Mine/)
    }
    assert.equal((await done<unknown[]>(ed, 'GET', '/films?view=Mine')).length, 2)
    await done(ed, 'DELETE', `${path}/Mine`)
    assert.deepEqual(await namesFor(ed), ['For all'])
  })

  it('may have the name that somebody else has given to theirs', async () => {
    const { ed, fay } = await site()
    await done(ed, 'POST', path, { name: 'Mine', own: true })

    await done(fay, 'POST', path, { name: 'Mine', own: true })
    await done(fay, 'POST', path, { name: 'All' })

    const taken = [409, 'tables.view_taken'] as const
    assertProblem(await ed.ask('POST', path, { name: 'MINE', own: true }), taken)
    assertProblem(await ed.ask('POST', path, { name: 'all', own: true }), taken)
  })

  it('goes before one for all of the same name that came later, and keeps its name', async () => {
    const { ed, fay } = await site()
    await done(ed, 'POST', path, { name: 'Late', filter: since(1990), own: true })
    await done(fay, 'POST', path, { name: 'Late', filter: since(2000) })

    assert.equal((await done<unknown[]>(ed, 'GET', '/films?view=Late')).length, 2)
    await done(ed, 'PUT', `${path}/Late`, { name: 'Late', filter: since(1970), own: true })
    assert.equal((await done<unknown[]>(ed, 'GET', '/films?view=Late')).length, 3)
    const shared = { name: 'Late', own: false }
    assertProblem(await ed.ask('PUT', `${path}/Late`, shared), [409, 'tables.view_taken'])
    assert.equal((await done<unknown[]>(fay, 'GET', '/films?view=Late')).length, 1)
  })

  it('is given to all, and taken back to oneself; the log tells of it as long as it is for all', async () => {
    const { ed, fay } = await site()
    await done(ed, 'POST', path, { name: 'Recent', filter: since(1990), own: true })

    await done(ed, 'PUT', `${path}/Recent`, { name: 'Recent', filter: since(1990), own: false })
    assert.deepEqual(await namesFor(fay), ['Recent'])
    assert.match(await logOf(fay), /view-added/)

    await done(ed, 'PUT', `${path}/Recent`, { name: 'Secret', own: true })
    assert.deepEqual([await namesFor(fay), await namesFor(ed)], [[], ['Secret (own)']])
    const log = await logOf(fay)
    assert.match(log, /view-deleted/)
    assert.doesNotMatch(log, /Secret/)
  })

  it('does not let a list be taken for the one that it showed before', async () => {
    const { ed } = await site()
    await done(ed, 'POST', path, { name: 'Mine', filter: since(1990), own: true })
    const etagOf = async () => (await ed.ask('GET', '/films?view=Mine')).headers.get('etag')
    const before = await etagOf()
    assert.equal(await etagOf(), before)

    await done(ed, 'PUT', `${path}/Mine`, { name: 'Mine', filter: since(2000), own: true })

    assert.notEqual(await etagOf(), before)
    const again = await ed.ask('GET', '/films?view=Mine', undefined, { 'if-none-match': before! })
    assert.equal(again.status, 200)
  })

  it('follows columns to new names, and holds none that others want to drop', async () => {
    const { owner, ed } = await site()
    const rules = [since(1990), { field: 'name', type: 'text', filter: 'contains', value: 'e' }]
    await done(ed, 'POST', path, {
      name: 'Mine',
      filter: { glue: 'and', rules },
      sort: [{ column: 'year' }, { column: 'name' }],
      columns: ['year', 'name'],
      widths: { year: 90 },
      own: true,
    })

    const rename = { renameColumn: { from: 'name', to: 'title' } }
    await done(owner, 'PATCH', '/tables/films', { changes: [rename] })
    await done(owner, 'PATCH', '/tables/films', { changes: [{ dropColumn: 'year' }] })

    const [mine] = await done<View[]>(ed, 'GET', path)
    assert.deepEqual(mine?.filter, { glue: 'and', rules: [{ ...rules[1], field: 'title' }] })
    assert.deepEqual(mine.sort, [{ column: 'title', descending: false }])
    assert.deepEqual([mine.columns, mine.widths], [['title'], {}])
    assert.equal((await done<unknown[]>(ed, 'GET', '/films?view=Mine')).length, 3)
  })

  it('comes back with its table', async () => {
    const { owner, ed } = await site()
    await done(ed, 'POST', path, { name: 'Mine', own: true })
    await done(owner, 'DELETE', '/tables/films')
    const { steps } = await done<{ steps: { step: string }[] }>(owner, 'GET', '/history')

    await done(owner, 'POST', '/undo', { step: steps[0]!.step })

    assert.deepEqual([await namesFor(ed), await namesFor(owner)], [['Mine (own)'], []])
  })

  it('is hidden from its owner with a column that it uses', async () => {
    const { owner, ed } = await site()
    await done(ed, 'POST', path, { name: 'Mine', filter: since(1990), own: true })
    const thing = { kind: 'column', table: 'films', column: 'year' }
    await done(owner, 'PUT', '/auth/rules', {
      thing,
      subject: { kind: 'everyone' },
      access: 'none',
    })

    assert.deepEqual(await namesFor(ed), [])
  })

  it('is refused where there are no accounts', async () => {
    const { refuses } = await api({ auth: 'none' })
    const refused = [422, 'tables.view_without_owner'] as const
    await refuses(refused, 'POST', path, { name: 'Mine', own: true })
  })
})

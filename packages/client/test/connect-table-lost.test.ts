import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { TestContext } from 'node:test'
import { newFolder } from '../../server/test/fixtures/run-program.ts'
import { createTriptych } from '../../server/src/index.ts'
import { openServer } from '../src/index.ts'
import { httpProxy } from './http-proxy.ts'
import { openGrid } from './open-grid.ts'
import type { Row } from './open-grid.ts'
import { patient } from '../../server/test/fixtures/patient.ts'

/** A grid of films whose answers can be held, and somebody else who writes there; `told`: the names that came as news. */
async function twoOnFilms(t: TestContext) {
  const triptych = await createTriptych({ data: ':memory:', port: 0 })
  const { url } = await triptych.listen()
  const proxy = await httpProxy(t, url.replace(/\/$/, ''))
  const [ours, theirs] = [openServer({ url: proxy.url }), openServer({ url })]
  const page = await openGrid({ server: ours, table: 'films' })
  t.after(async () => {
    page.stop()
    for (const server of [ours, theirs]) server.close()
    await triptych.close()
  })
  const told: unknown[] = []
  await ours.follow({ change: ({ after }) => void told.push(after?.['name']), reload() {} })
  return { proxy, theirs, page, told }
}

describe('a grid whose server goes away', () => {
  it('keeps what is done meanwhile, and shows what it missed', async (t) => {
    const data = newFolder()
    let triptych = await createTriptych({ data, port: 0 })
    const { url, port } = await triptych.listen()
    const [ours, theirs] = [openServer({ url }), openServer({ url })]
    const unsaved: number[] = []
    ours.onUnsaved((count) => unsaved.push(count))
    const page = await openGrid({ server: ours, table: 'films' })
    t.after(async () => {
      page.stop()
      for (const server of [ours, theirs]) server.close()
      await triptych.close()
    })
    const count = page.state().dynamic.rowCount

    await triptych.close()
    page.exec('update-cell', { id: 1, column: 'name', value: 'offline' })
    page.exec('add-row', { row: { name: 'new while offline' } })
    page.exec('delete-row', { id: 2 })
    const [first, second] = page.state().data
    assert.deepEqual([first?.['name'], second?.id], ['offline', 3])
    assert.equal(page.state().dynamic.rowCount, count)
    assert.equal(unsaved.at(-1), 3)
    triptych = await createTriptych({ data, port })
    await triptych.listen()
    await theirs.send({ method: 'PATCH', path: 'films/3', body: { key: 'name', value: 'theirs' } })
    await page.settled()

    await t.waitFor(
      () => assert.deepEqual(page.values('name').slice(0, 2), ['offline', 'theirs']),
      patient,
    )
    const stored = (await theirs.send({ method: 'GET', path: 'films' })) as Row[]
    assert.equal(stored.filter(({ name }) => name === 'new while offline').length, 1)
    assert.equal(page.state().dynamic.rowCount, count)
    assert.equal(unsaved.at(-1), 0)
    assert.deepEqual(page.failures, [])
  })

  it('undoes once when an answer is lost, and complains of nothing', async (t) => {
    const triptych = await createTriptych({ data: ':memory:', port: 0 })
    const { url } = await triptych.listen()
    const proxy = await httpProxy(t, url.replace(/\/$/, ''))
    const server = openServer({ url: proxy.url })
    const page = await openGrid({ server, table: 'films' })
    t.after(async () => {
      page.stop()
      server.close()
      await triptych.close()
    })
    const [first] = page.values('name')
    const count = page.state().dynamic.rowCount
    await page.edit(1, 'name', 'edited')
    await page.act('add-row', { row: { name: 'added' } })
    proxy.loseAnswer(({ path }) => path.endsWith('/undo'))
    await page.act('undo')
    await t.waitFor(() => assert.equal(page.state().dynamic.rowCount, count), patient)
    assert.equal(page.values('name')[0], 'edited')

    await page.act('undo')
    await t.waitFor(() => assert.equal(page.values('name')[0], first), patient)
    assert.deepEqual(page.failures, [])
  })

  it('shows what somebody else made of it while the answer was on its way', async (t) => {
    const { proxy, theirs, page, told } = await twoOnFilms(t)
    const answer = proxy.holdAnswer(({ method, path }) => method === 'PUT' && path === '/films/1')
    page.exec('update-cell', { id: 1, column: 'name', value: 'mine' })
    await answer.isHeld
    await theirs.send({ method: 'PATCH', path: 'films/1', body: { key: 'name', value: 'theirs' } })
    await t.waitFor(() => assert.deepEqual(told, ['theirs']), patient)
    assert.equal(page.values('name')[0], 'mine')
    answer.letGo()
    await page.settled()
    assert.equal(page.values('name')[0], 'theirs')
    assert.deepEqual(page.failures, [])
  })

  it('shows what was done here after somebody else, although it had to wait until it was sent', async (t) => {
    const { proxy, theirs, page, told } = await twoOnFilms(t)
    const answer = proxy.holdAnswer(({ method, path }) => method === 'PUT' && path === '/films/2')
    page.exec('update-cell', { id: 2, column: 'name', value: 'another' })
    await answer.isHeld
    page.exec('update-cell', { id: 1, column: 'name', value: 'mine' })
    await theirs.send({ method: 'PATCH', path: 'films/1', body: { key: 'name', value: 'theirs' } })
    await t.waitFor(() => assert.deepEqual(told, ['theirs']), patient)
    answer.letGo()
    await page.settled()
    const stored = (await theirs.send({ method: 'GET', path: 'films' })) as Row[]
    assert.equal(stored.find(({ id }) => id === 1)?.['name'], 'mine')
    assert.deepEqual(page.values('name').slice(0, 2), ['mine', 'another'])
    assert.deepEqual(page.failures, [])
  })
})

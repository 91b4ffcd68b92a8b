import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { TestContext } from 'node:test'
import { createTriptych } from '../../server/src/index.ts'
import { patient } from '../../server/test/fixtures/patient.ts'
import { openServer } from '../src/index.ts'
import type { LoadState, Server } from '../src/index.ts'
import { outbox } from '../src/outbox.ts'
import { openFilesPage } from './files-page.ts'
import { startPage } from './gantt-page.ts'
import { httpProxy } from './http-proxy.ts'
import { openGrid } from './open-grid.ts'

async function start(t: TestContext) {
  const triptych = await createTriptych({ data: ':memory:', port: 0 })
  const { url } = await triptych.listen()
  t.after(() => triptych.close())
  const proxy = await httpProxy(t, url.replace(/\/$/, ''))
  const states: LoadState[] = []
  return {
    proxy,
    url: proxy.url,
    onLoad: (load: LoadState) => states.push(load),
    told: () =>
      states.map((load) =>
        load.state === 'failed' ? `failed ${load.error.status} ${load.retryMs}` : load.state,
      ),
  }
}

function opened(t: TestContext, url: string): Server {
  const server = openServer({ url })
  t.after(() => server.close())
  return server
}

const twice = ['loading', 'failed 500 1000', 'failed 503 2000', 'shown']

describe('a first load that fails says so, and is tried again', () => {
  it('for files', async (t) => {
    const { proxy, url, onLoad, told } = await start(t)
    for (const status of [500, 503]) proxy.refuse(({ path }) => path.startsWith('/files/'), status)

    const page = await openFilesPage(t, url, { onLoad })

    assert.deepEqual(told(), twice)
    assert.ok(page.shown().length > 0)
    assert.deepEqual(
      page.failures.map(({ action, error }) => [action, error.status]),
      [['request-data', 500]],
    )
  })

  it('for the rows of a table', async (t) => {
    const { proxy, url, onLoad, told } = await start(t)
    for (const status of [500, 503]) proxy.refuse(({ path }) => path === '/films/query', status)

    const page = await openGrid({ server: opened(t, url), table: 'films', onLoad })
    t.after(() => page.stop())

    assert.deepEqual(told(), twice)
    assert.ok(page.values('name').length > 0)
    assert.deepEqual(page.failures, [{ action: 'request-data', code: 'internal' }])
  })

  it('for a table as such', async (t) => {
    const { proxy, url, onLoad, told } = await start(t)
    for (const status of [500, 503]) proxy.refuse(({ path }) => path === '/tables/films', status)

    const page = await openGrid({ server: opened(t, url), table: 'films', onLoad })
    t.after(() => page.stop())

    assert.deepEqual(told(), twice)
    assert.ok(page.values('name').length > 0)
  })

  it('for the plan', async (t) => {
    const { proxy, url } = await start(t)
    for (const status of [500, 503]) proxy.refuse(({ path }) => path === '/links', status)

    const page = startPage(url)
    t.after(() => page.close())
    await page.connection.loaded

    assert.ok(page.tasks().length > 0)
    assert.deepEqual(
      page.failures.map(({ action, error }) => [action, error.status]),
      [['request-data', 500]],
    )
  })
})

it('a first load that is refused is not tried again, and says so', async (t) => {
  const { proxy, url, onLoad, told } = await start(t)

  const page = await openGrid({ server: opened(t, url), table: 'nothing', onLoad })
  t.after(() => page.stop())

  const message = 'There is no table nothing.'
  await assert.rejects(page.loaded, { code: 'tables.not_found', message })
  assert.deepEqual(told(), ['loading', 'failed 404 null'])
  assert.deepEqual(page.failures, [{ action: 'request-data', code: 'tables.not_found' }])
  assert.equal(proxy.count('tables'), 1)
})

it('a widget that is taken away before it is loaded asks for nothing more', async (t) => {
  const { proxy, url } = await start(t)
  proxy.refuse(({ path }) => path === '/links', 500)
  const page = startPage(url)
  t.after(() => page.close())
  await t.waitFor(() => assert.equal(page.failures.length, 1), patient)

  page.connection.stop()

  await assert.rejects(page.connection.loaded, { status: 500 })
  assert.equal(proxy.count('links'), 1)
})

describe('a server that is closed', () => {
  it('refuses what waits to be sent, instead of trying for ever', async (t) => {
    const { proxy, url } = await start(t)
    const server = openServer({ url })
    const counts: number[] = []
    server.onUnsaved((count) => counts.push(count))
    proxy.refuse(({ method }) => method === 'PATCH', 503)
    const sent = outbox(server, { batches: false }).send(() => ({
      method: 'PATCH',
      path: 'films/1',
      body: { key: 'votes', value: '1' },
    }))
    await t.waitFor(() => assert.equal(proxy.count('films'), 1), patient)

    server.close()

    await assert.rejects(sent, { code: 'closed' })
    assert.deepEqual(counts, [1, 0])
    assert.equal(proxy.count('films'), 1)
  })

  it('follows nothing, not even what it has just begun to follow', async (t) => {
    const { proxy, url } = await start(t)
    const server = openServer({ url })
    const held = proxy.holdAnswer(({ path }) => path.startsWith('/changes'))
    void server.follow({ change: () => assert.fail(), reload: () => assert.fail() })
    await held.isHeld

    server.close()
    held.letGo()
    await openServer({ url }).send({ method: 'GET', path: 'tables' })

    assert.equal(proxy.count('events'), 0)
  })
})

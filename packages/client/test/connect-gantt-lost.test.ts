import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { TestContext } from 'node:test'
import { createTriptych } from '../../server/src/main.ts'
import { folderFor } from '../../server/test/svar/gantt-server.ts'
import { openPage, startPage } from './gantt-page.ts'
import type { Page } from './gantt-page.ts'
import { patient } from '../../server/test/fixtures/patient.ts'

async function start(data: string, port = 0) {
  const triptych = await createTriptych({ data, port, empty: true, logLevel: 'error' })
  const { url } = await triptych.listen()
  return { url, port: Number(new URL(url).port), close: () => triptych.close() }
}

async function outage(t: TestContext) {
  const data = folderFor(t)
  let server = await start(data)
  t.after(() => server.close())
  return {
    url: server.url,
    down: () => server.close(),
    up: async () => {
      server = await start(data, server.port)
    },
  }
}

function closed(t: TestContext, page: Page): Page {
  t.after(() => page.close())
  return page
}

describe('a Gantt whose server is away', () => {
  it('saves what was done meanwhile, in its order, once', async (t) => {
    const { url, down, up } = await outage(t)
    const page = closed(t, await openPage(url))
    const { id } = await page.act('add-task', { task: { text: 'Walls' } })

    await down()
    page.start('update-task', { id, task: { text: 'Thick walls' } })
    const below = page.start('add-task', { task: { text: 'Bricks', parent: id } })
    const after = page.start('add-task', {
      task: { text: 'Mortar' },
      target: below.id,
      mode: 'after',
    })
    page.start('add-link', { link: { source: below.id, target: after.id, type: 'e2s' } })
    page.start('copy-task', { id, target: id, mode: 'after' })
    page.start('update-task', { id: page.tasks().at(-1)!.id, task: { text: 'Lime' } })
    await up()
    await page.connection.settled()

    const fresh = closed(t, await openPage(url))
    assert.equal(
      fresh.outline(),
      `- Thick walls
  - Bricks
  - Mortar
- Thick walls
  - Bricks
  - Lime`,
    )
    assert.deepEqual(page.content(), fresh.content())
    assert.deepEqual(page.failures, [])
  })

  it('shows what others did before it was back', async (t) => {
    const { url, down, up } = await outage(t)
    const page = closed(t, await openPage(url))
    await down()
    await up()
    const other = closed(t, await openPage(url))
    await other.act('add-task', { task: { text: 'Roof' } })

    await t.waitFor(() => assert.equal(page.outline(), '- Roof'), patient)
  })

  it('is loaded as soon as there is a server', async (t) => {
    const { url, down, up } = await outage(t)
    await down()
    const page = closed(t, startPage(url))
    await up()
    await page.connection.loaded

    assert.equal(page.outline(), '')
  })
})

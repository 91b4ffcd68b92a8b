import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page, Response, Route } from 'playwright-core'
import { cannotBrowse, openSite } from './browser.ts'
import type { Site } from './browser.ts'
import { screenshot } from './screenshot.ts'
import { tablesPage } from './tables-page.ts'
import { fieldText } from '../src/history/thing-text.ts'
import { patient } from '../../../packages/server/test/fixtures/patient.ts'

const taskRow = (page: Page, name: string) =>
  page.getByRole('treegrid', { name: 'Tasks' }).getByRole('row').filter({ hasText: name })
const nameField = (page: Page) => page.getByPlaceholder('Add task name')
const toasts = (page: Page) => page.locator('.toast')

/** Which of the two the server is asked first; of `both` nobody knows. */
const orders = ['both', 'edit', 'undo', 'both', 'undo', 'edit'] as const
type Order = (typeof orders)[number]

type Kept = { entity: string; field: string }[]

describe('two browsers, of which one undoes while the other edits', { skip: cannotBrowse }, () => {
  let site: Site
  before(async () => {
    site = await openSite()
  })
  after(() => site.stop())

  async function ask<T>(method: string, path: string, body?: object): Promise<T> {
    const init = { method, ...(body && { body: JSON.stringify(body) }) }
    const answer = await fetch(new URL(path, site.url), init)
    assert.equal(answer.status, 200, path)
    return (await answer.json()) as T
  }

  async function two(path: string) {
    return [await site.openPage({ path }), await site.openPage({ path })] as const
  }

  it('show the same cell as the server has it, and lose no edit', async (t) => {
    const columns = [
      { name: 'name', type: 'text' },
      { name: 'size', type: 'integer' },
    ]
    await ask('POST', 'tables', { name: 'things', columns })
    const rows = [1, 2].map((size) => ({ name: `row ${size}`, size }))
    await ask('POST', 'things/rows', { rows })
    const [ann, ben] = await two('#/tables/things')
    const [anns, bens] = [tablesPage(ann.page), tablesPage(ben.page)]
    const both = async (row: { name: string; size: number }) => {
      for (const [column, value] of Object.entries(row)) {
        for (const { cell } of [anns, bens]) {
          const shown = async () => assert.equal(await cell(0, column).innerText(), String(value))
          await t.waitFor(shown, patient)
        }
      }
      const [stored] = await ask<object[]>('GET', 'things')
      assert.partialDeepStrictEqual(stored, row)
    }

    let size = 1
    for (const [round, order] of orders.entries()) {
      for (const field of ['size', 'name']) {
        const mine = field === 'size' ? String(1000 + round) : `mine ${round}`
        await anns.edit(0, field, mine)
        await both(field === 'size' ? { name: 'row 1', size: Number(mine) } : { name: mine, size })
        await anns.cell(1, 'name').click()
        size = field === 'size' ? 2000 + round : 3000 + round
        await bens.cell(0, 'size').dblclick()
        const input = ben.page.locator('.cell-editor')
        await input.fill(String(size))

        const kept = await together(ann.page, [ben.page, () => input.press('Enter')], order)
        await both({ name: 'row 1', size })
        const isKept = field === 'size' ? { order, name: 'size' } : null
        await saysWhatStayed(ann.page, kept, isKept, `size ${round}`)
      }
    }
    await ann.close()
    await ben.close()
  })

  it('show the same task as the server has it, and lose no edit', async (t) => {
    const task = { text: 'Walls', type: 'task', start: '2026-05-04', duration: 3 }
    await ask('POST', 'workspaces', { name: 'plan' })
    const { id } = await ask<{ id: number }>('POST', 'w/plan/tasks', task)
    const [ann, ben] = await two('w/plan/#/gantt')
    const both = async (text: string) => {
      for (const { page } of [ann, ben]) {
        const shown = async () => assert.match(await taskRow(page, 'Walls').innerText(), isIn(text))
        await t.waitFor(shown, patient)
      }
      const tasks = await ask<{ id: number; text: string }[]>('GET', 'w/plan/tasks')
      assert.equal(tasks.find((one) => one.id === id)?.text, text)
    }

    for (const [round, order] of orders.entries()) {
      await openTask(ann.page)
      await nameField(ann.page).fill(`Walls of mine ${round}`)
      await nameField(ann.page).press('Tab')
      await closeTask(ann.page)
      await taskRow(ben.page, `Walls of mine ${round}`).waitFor()
      await both(`Walls of mine ${round}`)
      await openTask(ben.page)
      await nameField(ben.page).fill(`Walls of theirs ${round}`)

      const edit = () => nameField(ben.page).press('Tab')
      const kept = await together(ann.page, [ben.page, edit], order)
      await both(`Walls of theirs ${round}`)
      await closeTask(ben.page)
      await both(`Walls of theirs ${round}`)
      await saysWhatStayed(ann.page, kept, { order, name: 'text' }, `task ${round}`)
    }
    await ann.close()
    await ben.close()
  })
})

/** What the one has kept who presses Ctrl+Z while the other does something; both ask before either is answered. */
async function together(
  undoing: Page,
  [editing, edit]: [Page, () => Promise<void>],
  order: Order,
): Promise<Kept> {
  const [undo, write] = [await hold(undoing), await hold(editing)]
  await Promise.all([undoing.keyboard.press('Control+z'), edit()])
  await Promise.all([undo.asked, write.asked])
  if (order === 'edit') await write.letGo()
  const [answer, written] = await Promise.all([
    undo.letGo(),
    order === 'undo' ? undo.letGo().then(write.letGo) : write.letGo(),
  ])
  assert.match(answer.url(), /\/undo$/)
  assert.deepEqual([answer.status(), written.status()], [200, 200])
  return ((await answer.json()) as { kept: Kept }).kept
}

/** The next write of a page stays on its way until it is let go. */
async function hold(page: Page) {
  const { promise: asked, resolve } = Promise.withResolvers<Route>()
  let isHeld = false
  const keep = async (route: Route) => {
    const request = route.request()
    // Rows are asked for by a POST, and may be at any moment.
    const isRead = request.method() === 'GET' || request.url().endsWith('/query')
    if (isHeld || isRead) return route.fallback()
    isHeld = true
    return resolve(route)
  }
  await page.route('**/*', keep)

  let answered: Promise<Response> | null = null
  async function go(): Promise<Response> {
    const route = await asked
    const answer = page.waitForResponse((response) => response.request() === route.request())
    await route.continue()
    const response = await answer
    await page.unroute('**/*', keep)
    return response
  }
  return { asked, letGo: () => (answered ??= go()) }
}

/** Where an edit came first the message says so; where none did, there is no message. */
async function saysWhatStayed(
  page: Page,
  kept: Kept,
  same: { order: Order; name: string } | null,
  round: string,
): Promise<void> {
  const order = same?.order ?? 'undo'
  if (order !== 'both') assert.equal(kept.length, order === 'edit' ? 1 : 0, round)
  if (kept.length > 0 && same) {
    assert.deepEqual(
      kept.map(({ field }) => field),
      [same.name],
      round,
    )
    const text = `Undone, but kept: ${fieldText(same.name)}, changed by somebody else since.`
    await toasts(page).getByText(text).waitFor()
    await screenshot(page, `kept-${same.name}`)
    await dismiss(page)
  } else if (same?.name === 'text') {
    // What a plan looked like before is not always in sight, so it is said.
    await toasts(page)
      .getByText(/^Undone: /)
      .waitFor()
    await dismiss(page)
  }
  assert.equal(await toasts(page).count(), 0, round)
}

async function dismiss(page: Page): Promise<void> {
  await toasts(page).getByRole('button').last().click()
  await toasts(page).waitFor({ state: 'detached' })
}

async function openTask(page: Page): Promise<void> {
  await taskRow(page, 'Walls').dblclick()
  await page.locator('.wx-gantt-editor input:focus').waitFor()
}

async function closeTask(page: Page): Promise<void> {
  await page.getByText('Live', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Close' }).click()
  await nameField(page).waitFor({ state: 'detached' })
}

const isIn = (text: string) => new RegExp(`(^|\\s)${text}(\\s|$)`)

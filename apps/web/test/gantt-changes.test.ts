import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { TestContext } from 'node:test'
import type { Page } from 'playwright-core'
import { axeViolations } from './axe-violations.ts'
import { cannotBrowse, openSite } from './browser.ts'
import type { Site, Visit } from './browser.ts'
import { patient } from '../../../packages/server/test/fixtures/patient.ts'

const row = (page: Page, name: string) =>
  page.getByRole('treegrid', { name: 'Tasks' }).getByRole('row').filter({ hasText: name })
const bar = (page: Page, name: string) =>
  page.locator('.wx-bars [data-task-id]').filter({ hasText: name })
const nameField = (page: Page) => page.getByPlaceholder('Add task name')
const undo = (page: Page) => page.getByRole('button', { name: 'Undo' })
const select = (page: Page, name: string) => row(page, name).getByText(name).click()

interface Plan {
  visit: Visit
  page: Page
  /** The names of the tasks that the server has, its links as `from e2s to`, and how many assignments. */
  stored(): Promise<{ tasks: string[]; links: string[]; team: number }>
  task(name: string): Promise<Task>
}

interface Task {
  id: number
  text: string
  duration: number
}

describe('a plan loses nothing', { skip: cannotBrowse }, () => {
  let site: Site
  before(async () => {
    site = await openSite()
  })
  after(() => site.stop())

  async function ask(method: string, path: string, body?: object): Promise<unknown> {
    const init = { method, ...(body && { body: JSON.stringify(body) }) }
    const answer = await fetch(new URL(path, site.url), init)
    assert.equal(answer.status, 200, path)
    return answer.json()
  }

  let plans = 0

  /** House with Walls, Roof and Garden in it, Party; a link from Walls to Roof; Ann works on Walls. */
  async function openPlan(start = '2026-05-04'): Promise<Plan> {
    const name = `plan-${++plans}`
    await ask('POST', 'workspaces', { name })
    const add = async (path: string, body: object) =>
      ((await ask('POST', `w/${name}/${path}`, body)) as { id: number }).id
    const house = await add('tasks', { text: 'House', type: 'summary', open: true, start })
    const task = (text: string, parent: number) =>
      add('tasks', { text, type: 'task', parent, start, duration: 3 })
    const [walls, roof] = [await task('Walls', house), await task('Roof', house)]
    await task('Garden', house)
    await task('Party', 0)
    await add('links', { source: walls, target: roof, type: 'e2s' })
    const ann = await add('resources', { name: 'Ann' })
    await add('assignments', { task: walls, resource: ann })

    const visit = await site.openPage({ path: `w/${name}/#/gantt` })
    await row(visit.page, 'Party').waitFor()
    const list = async <T>(path: string) => (await ask('GET', `w/${name}/${path}`)) as T[]
    return {
      visit,
      page: visit.page,
      async stored() {
        const tasks = await list<Task>('tasks')
        const nameOf = (id: number) => tasks.find((one) => one.id === id)?.text
        const links = await list<{ source: number; target: number; type: string }>('links')
        return {
          tasks: tasks.map(({ text }) => text).toSorted(),
          links: links.map((one) => `${nameOf(one.source)} ${one.type} ${nameOf(one.target)}`),
          team: (await list('assignments')).length,
        }
      },
      async task(text) {
        const found = (await list<Task>('tasks')).find((one) => one.text === text)
        assert.ok(found, text)
        return found
      },
    }
  }

  const whole = {
    tasks: ['Garden', 'House', 'Party', 'Roof', 'Walls'],
    links: ['Walls e2s Roof'],
    team: 1,
  }

  it('not even a click on Close that the task changes under', async () => {
    const plan = await openPlan()
    const { page, visit } = plan
    const { id } = await plan.task('Walls')
    const path = `w/plan-${plans}/tasks/${id}`
    await row(page, 'Walls').dblclick()
    await nameField(page).waitFor()
    const details = page.getByPlaceholder('Add description')
    await details.waitFor()
    const close = await page.getByRole('button', { name: 'Close' }).boundingBox()
    assert.ok(close)
    await page.mouse.move(close.x + close.width / 2, close.y + close.height / 2)
    await page.mouse.down()
    await ask('PUT', path, { details: 'by somebody else' })
    await details.filter({ hasText: 'by somebody else' }).waitFor()
    await page.mouse.up()
    await nameField(page).waitFor({ state: 'detached' })
    await visit.close()
  })

  it('while the editor is open, whatever is pressed', async (t) => {
    const plan = await openPlan()
    const { page, visit } = plan
    await row(page, 'Walls').dblclick()
    await nameField(page).waitFor()
    await t.waitFor(
      async () => assert.ok(await nameField(page).evaluate((one) => one.matches(':focus'))),
      patient,
    )
    await page.keyboard.press('Backspace')
    assert.equal(await nameField(page).inputValue(), 'Wall')
    await page.keyboard.type('s')
    await page.keyboard.press('Delete')
    await page.keyboard.press('Control+d')
    // The same where the focus is not in a field.
    await select(page, 'Roof')
    for (const key of ['Backspace', 'Delete', 'Control+d']) await page.keyboard.press(key)
    await nameField(page).waitFor()

    assert.equal(await undo(page).count(), 0)
    await isStored(t, plan, whole)
    await visit.close()
  })

  it('that is deleted by a key, the bin or the editor before it can be taken back', async (t) => {
    const plan = await openPlan()
    const { page, visit } = plan
    const ways = [
      () => page.keyboard.press('Backspace'),
      () => page.keyboard.press('Delete'),
      () => page.getByRole('button', { name: 'Delete', exact: true }).click(),
      async () => {
        await row(page, 'Walls').dblclick()
        await page.locator('.wx-gantt-editor').getByRole('button', { name: 'Delete' }).click()
      },
    ]
    for (const way of ways) {
      await select(page, 'Walls')
      await way()
      await page.getByText('Deleted “Walls”.').waitFor()
      await row(page, 'Walls').waitFor({ state: 'detached' })
      await isStored(t, plan, { tasks: ['Garden', 'House', 'Party', 'Roof'], links: [], team: 0 })
      assert.deepEqual(await axeViolations(page), [])

      await undo(page).click()
      await row(page, 'Walls').getByRole('img', { name: 'Ann' }).waitFor()
      await page.locator('.wx-line').waitFor()
      await isStored(t, plan, whole)
    }
    await visit.close()
  })

  it('of several tasks, and asks before a branch goes', async (t) => {
    const plan = await openPlan()
    const { page, visit } = plan
    await select(page, 'Walls')
    await row(page, 'Garden')
      .getByText('Garden')
      .click({ modifiers: ['Shift'] })
    await page.keyboard.press('Backspace')
    await page.getByText('Deleted 3 tasks.').waitFor()
    await isStored(t, plan, { tasks: ['House', 'Party'], links: [], team: 0 })
    await undo(page).click()
    await row(page, 'Garden').waitFor()
    await isStored(t, plan, whole)

    await select(page, 'House')
    await page.keyboard.press('Delete')
    const question = page.getByRole('dialog', { name: 'Delete “House”?' })
    await page.keyboard.press('Backspace')
    await question.getByText('There are 3 tasks below it.').waitFor()
    await isStored(t, plan, whole)
    await question.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Deleted “House”.').waitFor()
    await isStored(t, plan, { tasks: ['Party'], links: [], team: 0 })
    await undo(page).click()
    await row(page, 'Garden').waitFor()
    await isStored(t, plan, whole)
    await visit.close()
  })

  it('but the link that is selected, by a key or the bin, which can be taken back', async (t) => {
    const plan = await openPlan()
    const { page, visit } = plan
    const ways = [
      () => page.keyboard.press('Delete'),
      () => page.keyboard.press('Backspace'),
      () => page.getByRole('button', { name: 'Delete the link' }).click(),
    ]
    for (const way of ways) {
      await select(page, 'Party')
      await selectLink(page)
      await page.locator('.wx-line-selected').waitFor()
      await page.getByRole('button', { name: 'Delete the link' }).waitFor()
      // Only what is marked is what would be deleted.
      assert.equal(await page.getByRole('button', { name: 'Delete', exact: true }).count(), 0)
      await way()
      await page.getByText('Deleted the link from “Walls” to “Roof”.').waitFor()
      await isStored(t, plan, { ...whole, links: [] })
      await page.getByRole('button', { name: 'Delete the link' }).waitFor({ state: 'detached' })

      await undo(page).click()
      await page.locator('.wx-line').waitFor()
      await isStored(t, plan, whole)
    }
    await visit.close()
  })

  it('and makes a link of a drag from the circle, never another duration', async (t) => {
    const plan = await openPlan()
    const { page, visit } = plan
    await drag(page, {
      from: bar(page, 'Roof').locator('.wx-link.wx-right'),
      to: bar(page, 'Party'),
    })
    await isStored(t, plan, { ...whole, links: ['Walls e2s Roof', 'Roof e2s Party'] })
    await drag(page, {
      from: bar(page, 'Garden').locator('.wx-link.wx-left'),
      to: bar(page, 'Party').locator('.wx-link.wx-right'),
    })
    const links = ['Walls e2s Roof', 'Roof e2s Party', 'Garden s2e Party']
    await isStored(t, plan, { ...whole, links })
    await page.locator('.wx-line').nth(2).waitFor()

    // To nowhere, and onto itself.
    await drag(page, {
      from: bar(page, 'Walls').locator('.wx-link.wx-right'),
      to: page.getByRole('button', { name: 'Today', exact: true }),
    })
    await drag(page, {
      from: bar(page, 'Walls').locator('.wx-link.wx-right'),
      to: bar(page, 'Walls'),
    })
    assert.equal(await page.locator('.gantt-new-link').count(), 0)
    await isStored(t, plan, { ...whole, links })
    for (const name of ['Walls', 'Roof', 'Garden', 'Party']) {
      assert.equal((await plan.task(name)).duration, 3, name)
    }
    await visit.close()
  })

  it('of the tabs in the editor when a summary was looked at', async () => {
    const { page, visit } = await openPlan()
    const team = page.locator('.wx-gantt-editor').getByText('Team', { exact: true })
    await row(page, 'House').dblclick()
    await team.click()
    await page.getByText('Who works on it is said in the tasks below it.').waitFor()
    await select(page, 'Walls')
    await page.getByRole('checkbox', { name: 'Ann' }).waitFor()
    await page.getByText('General', { exact: true }).click()
    await team.click()

    assert.ok(await page.getByRole('checkbox', { name: 'Ann' }).isChecked())
    await visit.close()
  })

  it('of the line of today, which stands on today at every zoom', async (t) => {
    const { page, visit } = await openPlan(new Date().toISOString().slice(0, 10))
    for (const zoom of ['Days', 'Weeks', 'Months', 'Quarters', 'Years']) {
      await page.getByRole('combobox', { name: 'Zoom' }).selectOption(zoom)
      await t.waitFor(async () => {
        const line = await lineOfToday(page)
        const box = await bar(page, 'Party').boundingBox()
        assert.ok(line !== null && box)
        assert.ok(Math.abs(line - box.x) <= 2, `${zoom}: ${line} and not ${box.x}`)
      }, patient)
    }
    await visit.close()
  })
})

async function isStored(t: TestContext, plan: Plan, expected: object): Promise<void> {
  await t.waitFor(async () => assert.deepEqual(await plan.stored(), expected), patient)
}

/** In its middle, where no bar lies over it. */
async function selectLink(page: Page): Promise<void> {
  const line = page.locator('.wx-line .wx-line-hitbox').first()
  const { x, y } = await line.evaluate((drawn) => {
    const path = drawn as SVGPolylineElement
    const middle = path.getPointAtLength(path.getTotalLength() / 2)
    const { x: left, y: top } = middle.matrixTransform(path.getScreenCTM()!)
    return { x: left, y: top }
  })
  await page.mouse.click(x, y)
}

async function drag(
  page: Page,
  { from, to }: { from: ReturnType<typeof bar>; to: ReturnType<typeof bar> },
): Promise<void> {
  // When the chart does not scroll any more.
  await from.hover()
  const [start, end] = [await from.boundingBox(), await to.boundingBox()]
  assert.ok(start && end)
  const [x, y] = [start.x + start.width / 2, start.y + start.height / 2]
  const [toX, toY] = [end.x + end.width / 2, end.y + end.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  for (let step = 1; step <= 5; step++) {
    await page.mouse.move(x + ((toX - x) * step) / 5, y + ((toY - y) * step) / 5)
  }
  await page.mouse.up()
}

/** Where it is drawn, in pixels of the window. */
function lineOfToday(page: Page): Promise<number | null> {
  return page
    .locator('.wx-gantt-holidays .gantt-today')
    .first()
    .evaluate(
      (cell) =>
        cell.getBoundingClientRect().x + parseFloat(getComputedStyle(cell, '::before').left),
    )
}

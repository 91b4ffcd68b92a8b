import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { axeViolations } from './axe-violations.ts'
import { cannotBrowse, openSite } from './browser.ts'
import type { Site, Visit, VisitOptions } from './browser.ts'
import { patient } from '../../../packages/server/test/fixtures/patient.ts'

const row = (page: Page, name: string) =>
  page.getByRole('treegrid', { name: 'Tasks' }).getByRole('row').filter({ hasText: name })
const bar = (page: Page, name: string) =>
  page.locator('.wx-bars [data-task-id]').filter({ hasText: name })
const nameField = (page: Page) => page.getByPlaceholder('Add task name')

/** Behind one at the top, so that everybody sees it. `done`: where there is no server, what it says is not waited for. */
async function addTask(visit: Visit, name: string, done = saved): Promise<void> {
  const { page } = visit
  await row(page, 'Find a plot').getByText('Find a plot').click()
  await page.getByRole('button', { name: 'New task' }).click()
  await page.locator('.gantt-cell-input:focus').waitFor()
  await page.keyboard.type(name)
  await done(visit, () => page.keyboard.press('Enter'))
  await row(page, name).waitFor()
}

interface StoredTask {
  text: string
  start: string
  actualStart?: string
}

const day = new Intl.DateTimeFormat('en-GB', {
  day: '2-digit',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})
const dayText = (start: string) => day.format(new Date(`${start}Z`))

/** That of the editor has the same name. */
const bin = (page: Page) =>
  page.locator('.gantt-actions').getByRole('button', { name: 'Delete', exact: true })

/** Does something, and waits until the server has it, and all that was done before. */
async function saved({ page }: Visit, act: () => Promise<void>): Promise<void> {
  const live = page.getByText('Live', { exact: true })
  await live.waitFor()
  // What a drag would do is asked, too, and changes nothing.
  const answered = page.waitForResponse(
    (answer) => answer.request().method() !== 'GET' && !answer.url().endsWith('/schedule/preview'),
  )
  await act()
  assert.equal((await answered).status(), 200)
  await live.waitFor()
}

describe('the plan on the page', { skip: cannotBrowse }, () => {
  let site: Site
  before(async () => {
    site = await openSite()
  })
  after(() => site.stop())

  async function open(options: VisitOptions = {}): Promise<Visit> {
    const visit = await site.openPage({ path: '#/gantt', ...options })
    await visit.page.getByRole('toolbar', { name: 'View of the plan' }).waitFor()
    await visit.page.getByText('Loading …').waitFor({ state: 'detached' })
    return visit
  }

  async function post(path: string, body: object): Promise<{ id: number }> {
    const init = { method: 'POST', body: JSON.stringify(body) }
    const answer = await fetch(new URL(path, site.url), init)
    assert.equal(answer.status, 200)
    return answer.json() as Promise<{ id: number }>
  }

  it('is there, and keeps nobody out', async () => {
    const visit = await open()
    await row(visit.page, 'Draw the plan').waitFor()
    await visit.page.getByRole('img', { name: 'Boris Feld' }).first().waitFor()

    assert.deepEqual(await axeViolations(visit.page), [])
    await visit.close()
  })

  it('keeps nobody out in the dark, with the editor open', async () => {
    const visit = await open({ colorScheme: 'dark', path: '#/gantt/5?edit=' })
    await nameField(visit.page).waitFor()

    assert.deepEqual(await axeViolations(visit.page), [])
    await visit.close()
  })

  it('takes a new task, which others see at once and a reload shows again', async () => {
    const [ours, theirs] = [await open(), await open({ timezone: 'Pacific/Auckland' })]
    await addTask(ours, 'Order the bricks')

    await row(theirs.page, 'Order the bricks').waitFor()
    await ours.page.reload()
    await row(ours.page, 'Order the bricks').waitFor()
    for (const visit of [ours, theirs]) await visit.close()
  })

  it('holds a task where it was dragged, and moves what is above it', async () => {
    const [ours, theirs] = [await open(), await open({ timezone: 'America/New_York' })]
    const start = row(ours.page, 'Permit').first().locator('[data-col-id=":start"]')
    const before = await start.textContent()
    const box = await bar(ours.page, 'Permit').first().boundingBox()
    assert.ok(box)
    // Its beginning may be behind the list: the plan opens where today is.
    const [x, y] = [box.x + 0.6 * box.width, box.y + box.height / 2]
    await ours.page.mouse.move(x, y)
    await ours.page.mouse.down()
    for (let step = 1; step <= 8; step++) await ours.page.mouse.move(x + 10 * step, y)
    // A day off becomes the next working day.
    await saved(ours, () => ours.page.mouse.up())

    await start.filter({ hasNotText: before ?? '' }).waitFor()
    const tasks = (await (await fetch(new URL('tasks', site.url))).json()) as StoredTask[]
    const stored = tasks.find(({ text }) => text === 'Permit')!
    const now = dayText(stored.start)
    // It was begun, so that it is said to have begun there, be it on a day off.
    assert.ok(stored.actualStart && stored.actualStart <= stored.start, stored.actualStart)
    assert.notEqual(now, before)
    const there = row(theirs.page, 'Permit').first().locator('[data-col-id=":start"]')
    for (const shown of [start, there]) await shown.filter({ hasText: now }).waitFor()
    await ours.page.reload()
    await start.filter({ hasText: now }).waitFor()
    for (const visit of [ours, theirs]) await visit.close()
  })

  it('says in the editor which day is the last, and takes another one', async (t) => {
    const task = { text: 'Lay the pipes', start: '2026-05-04', duration: 3 }
    await post('workspaces', { name: 'pipes' })
    const { id } = await post('w/pipes/tasks', task)
    const visit = await open({ path: `w/pipes/#/gantt/${id}?edit=` })
    const { page } = visit
    const shows = (label: string, value: string) =>
      t.waitFor(async () => assert.equal(await page.getByLabel(label).inputValue(), value), patient)
    await shows('Start date', '04/05/2026')
    await shows('Last day', '06/05/2026')
    await page.getByRole('button', { name: 'Choose a day' }).nth(1).click()
    await saved(visit, () => page.locator('.wx-calendar .wx-day', { hasText: '20' }).click())

    await page.reload()
    await shows('Last day', '20/05/2026')
    const duration = row(page, task.text).locator('[data-col-id=":duration"]')
    assert.equal(await duration.innerText(), '17d')
    await visit.close()
  })

  it('says in the editor who works on a task', async () => {
    const [ours, theirs] = [await open({ path: '#/gantt/3?edit=' }), await open()]
    await ours.page.getByText('Team', { exact: true }).last().click()
    await ours.page.getByRole('checkbox', { name: 'Eva Lind' }).check()

    await row(theirs.page, 'Draw the plan')
      .getByRole('img', { name: /Eva Lind/ })
      .waitFor()
    for (const visit of [ours, theirs]) await visit.close()
  })

  it('goes by keyboard', async () => {
    const visit = await open()
    const { page } = visit
    await addTask(visit, 'For the keyboard')
    await row(page, 'For the keyboard').getByText('For the keyboard').click()
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowDown')
    await saved(visit, () => page.keyboard.press('Delete'))

    await row(page, 'For the keyboard').waitFor({ state: 'detached' })
    await page.reload()
    await row(page, 'Draw the plan').waitFor()
    assert.equal(await row(page, 'For the keyboard').count(), 0)
    await visit.close()
  })

  it('has the task and the zoom in its address', async () => {
    const visit = await open()
    const { page } = visit
    await row(page, 'Survey').getByText('Survey').click()
    await page.getByRole('combobox', { name: 'Zoom' }).selectOption('Months')
    await page.waitForURL(/#\/gantt\/8\?zoom=month$/)

    await page.reload()
    await page.locator('.wx-selected').first().waitFor()
    assert.equal(await page.getByRole('combobox', { name: 'Zoom' }).inputValue(), 'month')
    await page.getByRole('button', { name: 'Zoom in' }).click({ clickCount: 6 })
    await page.waitForURL(/zoom=(week|day)|#\/gantt\/8$/)
    await visit.close()
  })

  it('folds and unfolds all', async () => {
    const visit = await open()
    const { page } = visit
    await row(page, 'Draw the plan').waitFor()
    await page.getByRole('button', { name: 'Fold all', exact: true }).click()
    await row(page, 'Draw the plan').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Unfold all' }).click()
    await row(page, 'Draw the plan').waitFor()
    await visit.close()
  })

  it('saves what was done while the network was away', async () => {
    const [ours, theirs] = [await open(), await open()]
    await ours.goOffline()
    await addTask(ours, 'Done on the train', (_, act) => act())
    await ours.goOnline()

    await row(theirs.page, 'Done on the train').waitFor()
    for (const visit of [ours, theirs]) await visit.close()
  })

  it('goes on when the server was started again', async () => {
    const [ours, theirs] = [await open(), await open()]
    for (const visit of [ours, theirs]) visit.allow(/./)
    await site.restartServer()
    await addTask(ours, 'After the restart')

    await row(theirs.page, 'After the restart').waitFor()
    for (const visit of [ours, theirs]) await visit.close()
  })

  it('says so when a change came too late, and shows what is', async () => {
    const [ours, theirs] = [await open(), await open()]
    await addTask(ours, 'Contested')
    await row(theirs.page, 'Contested').dblclick()
    await nameField(theirs.page).waitFor()
    await theirs.goOffline()
    await nameField(theirs.page).fill('Mine after all')
    await nameField(theirs.page).press('Tab')
    await row(ours.page, 'Contested').getByText('Contested').click()
    await saved(ours, () => bin(ours.page).click())
    theirs.allow(/404/)
    await theirs.goOnline()

    await theirs.page.getByText(/The task was not saved/).waitFor()
    await row(theirs.page, 'Mine after all').waitFor({ state: 'detached' })
    for (const visit of [ours, theirs]) await visit.close()
  })

  async function byOthers(method: string, id: number, body?: object): Promise<void> {
    const url = new URL(`tasks/${id}`, site.url)
    const answer = await fetch(url, { method, ...(body && { body: JSON.stringify(body) }) })
    assert.equal(answer.status, 200)
  }

  it('keeps what is typed when somebody changes the same task, and saves it with its field', async () => {
    const visit = await open({ path: '#/gantt/3?edit=' })
    const { page } = visit
    const field = (label: string) => page.locator('.wx-gantt-editor').getByLabel(label)
    let progress = 30
    for (const [label, begun, end] of [
      ['Name', 'Draw the plan', 's'],
      ['Description', 'With a cel', 'lar'],
      ['Duration', '1', '2'],
    ] as const) {
      await field(label).selectText()
      await page.keyboard.type(begun)
      progress += 1
      await byOthers('PUT', 3, { progress })
      await page.getByText(`Progress ${progress}%`).waitFor()
      await page.keyboard.type(end)
      assert.equal(await field(label).inputValue(), begun + end)
      await saved(visit, () => page.keyboard.press('Tab'))
    }
    await page.reload()
    await page.getByText(`Progress ${progress}%`).waitFor()
    const shown = ['Name', 'Description', 'Duration'].map((label) => field(label).inputValue())
    assert.deepEqual(await Promise.all(shown), ['Draw the plans', 'With a cellar', '12d'])
    await visit.close()
  })

  it('says so when somebody deletes the task that is open', async () => {
    const [ours, theirs] = [await open(), await open()]
    await addTask(ours, 'Short-lived')
    await row(theirs.page, 'Short-lived').dblclick()
    await nameField(theirs.page).pressSequentially(' indeed')
    theirs.allow(/404/)
    await row(ours.page, 'Short-lived').getByText('Short-lived').click()
    await saved(ours, () => bin(ours.page).click())

    await theirs.page.getByText('Somebody has deleted the task that was open').waitFor()
    await nameField(theirs.page).waitFor({ state: 'detached' })
    for (const visit of [ours, theirs]) await visit.close()
  })

  it('asks before a whole branch is deleted', async () => {
    const visit = await open()
    const { page } = visit
    const shell = row(page, 'Shell').getByText('Shell')
    const question = page.getByRole('dialog', { name: 'Delete “Shell”?' })
    await shell.click()
    await page.keyboard.press('Backspace')
    await question.getByText('There are 7 tasks below it.').waitFor()
    assert.deepEqual(await axeViolations(page), [])
    await question.getByRole('button', { name: 'Cancel' }).click()
    await question.waitFor({ state: 'detached' })
    await row(page, 'Gutters').waitFor()

    await page.keyboard.press('Delete')
    await saved(visit, () => question.getByRole('button', { name: 'Delete' }).click())
    await row(page, 'Gutters').waitFor({ state: 'detached' })
    await question.waitFor({ state: 'detached' })
    await visit.close()
  })

  it('shows a task that its address names in a branch on demand', async () => {
    const visit = await open({ path: '#/gantt/24?edit=' })
    await nameField(visit.page).waitFor()
    await visit.page.locator('.wx-bars [data-task-id="24"]').waitFor()
    await visit.close()
  })

  it('says so when there is no task as its address names', async () => {
    const visit = await open()
    visit.allow(/404/)
    await visit.page.goto(new URL('#/gantt/99999?zoom=week', visit.url).href)

    await visit.page.getByText('There is no task 99999.').waitFor()
    await visit.page.waitForURL(/#\/gantt\?zoom=week$/)
    await visit.close()
  })

  it('has a new task in its address as soon as the server has it', async () => {
    const visit = await open()
    await visit.page.getByRole('button', { name: 'New task' }).click()
    await visit.page.locator('.gantt-cell-input:focus').waitFor()
    await visit.page.keyboard.type('Fence')
    await visit.page.keyboard.press('Tab')
    await visit.page.waitForURL(/#\/gantt\/\d+/)
    await visit.close()
  })

  it('marks today at every zoom', async () => {
    const visit = await open()
    const { page } = visit
    for (const zoom of ['Days', 'Weeks', 'Months', 'Quarters', 'Years']) {
      await page.getByRole('combobox', { name: 'Zoom' }).selectOption(zoom)
      await page.getByRole('button', { name: 'Today', exact: true }).click()
      await page.locator('.wx-gantt-holidays .gantt-today').waitFor()
    }
    await visit.close()
  })

  it('lets no tip lie over the menu of a task', async () => {
    const visit = await open()
    const { page } = visit
    const tip = page.getByRole('tooltip')
    // It goes away while the chart is still being scrolled to today.
    for (let x = 10; (await tip.count()) === 0; x++) {
      await bar(page, 'Draw the plan').hover({ position: { x, y: 10 } })
      await page.waitForTimeout(400)
    }
    // Where the mouse is: a click of its own would scroll all of the bar into sight, and that closes a menu.
    const { x, y } = (await bar(page, 'Draw the plan').boundingBox())!
    await page.mouse.click(x + 12, y + 10, { button: 'right' })
    await page.locator('.wx-menu').waitFor()
    await tip.waitFor({ state: 'hidden' })
    await visit.close()
  })

  it('keeps the bars at their rows', async () => {
    const visit = await open()
    const bars = visit.page.locator('.wx-bars')

    // Only so the browser cannot scroll it, whatever it brings into view.
    const overflow = await bars.evaluate((element) => getComputedStyle(element).overflowY)
    assert.equal(overflow, 'clip')
    await visit.close()
  })

  it('begins with an empty plan', async () => {
    await post('workspaces', { name: 'new' })
    const visit = await open({ path: 'w/new/#/gantt' })
    const { page } = visit
    await page.getByRole('heading', { name: 'This plan is empty' }).waitFor()
    await page.getByRole('button', { name: 'Import a plan…' }).click()
    await page.getByRole('dialog', { name: 'Import a plan' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Add the first task' }).click()
    await page.locator('.gantt-cell-input:focus').waitFor()
    await page.keyboard.type('Find a plot')
    await saved(visit, () => page.keyboard.press('Enter'))

    await page.reload()
    await row(page, 'Find a plot').waitFor()
    assert.equal(await page.getByRole('heading', { name: 'This plan is empty' }).count(), 0)
    await visit.close()
  })

  it('fits on a phone', async () => {
    const visit = await open({ width: 360, height: 740 })
    const { page } = visit
    await row(page, 'Draw the plan').waitFor()
    const overflow = 'document.documentElement.scrollWidth - innerWidth'

    assert.ok(Number(await page.evaluate(overflow)) <= 0)
    await row(page, 'Draw the plan').dblclick()
    await nameField(page).waitFor()
    assert.ok(Number(await page.evaluate(overflow)) <= 0)
    await visit.close()
  })
})

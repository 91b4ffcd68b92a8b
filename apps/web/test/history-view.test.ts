import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { TestContext } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { accountMenu, isFit, openAccountsSite, openFrom } from './accounts-site.ts'
import type { AccountsSite } from './accounts-site.ts'
import { cannotBrowse, openSite } from './browser.ts'
import { confirmDelete, select } from './files-page.ts'
import type { Site } from './browser.ts'
import { tablesPage } from './tables-page.ts'
import type { TablesPage } from './tables-page.ts'
import { screenshot } from './screenshot.ts'
import { patient } from '../../../packages/server/test/fixtures/patient.ts'

const taskRow = (page: Page, name: string) =>
  page.getByRole('treegrid', { name: 'Tasks' }).getByRole('row').filter({ hasText: name })
const told = (page: Page, text: string | RegExp) =>
  page.getByRole('region', { name: 'Messages' }).getByText(text)
const toastUndo = (page: Page) => page.locator('.toast').getByRole('button', { name: 'Undo' })
const file = (page: Page, name: string) => page.locator('.wx-item .wx-name', { hasText: name })
const step = (dialog: Locator, text: RegExp) =>
  dialog.getByRole('listitem').filter({ hasText: text })
const workspaceMenu = (page: Page) => page.getByRole('button', { name: 'More of this workspace' })

async function shows(t: TestContext, shown: TablesPage, column: string, row: number, text: string) {
  await t.waitFor(
    async () => assert.equal(await shown.cell(row, column).innerText(), text),
    patient,
  )
}

describe('the way back', { skip: cannotBrowse }, () => {
  let site: Site
  before(async () => {
    site = await openSite()
  })
  after(() => site.stop())

  let places = 0

  /** A workspace of its own, with a table of three rows, a plan and a file. */
  async function place(): Promise<string> {
    const name = `past-${++places}`
    await ask('POST', 'workspaces', { name })
    const columns = [
      { name: 'name', type: 'text' },
      { name: 'size', type: 'integer' },
    ]
    await ask('POST', `w/${name}/tables`, { name: 'things', columns })
    const rows = [1, 2, 3].map((n) => ({ name: `row ${n}`, size: n }))
    await ask('POST', `w/${name}/things/rows`, { rows })
    const start = '2026-05-04'
    const house = (await ask('POST', `w/${name}/tasks`, {
      text: 'House',
      type: 'summary',
      open: true,
      start,
    })) as { id: number }
    for (const text of ['Walls', 'Roof']) {
      const task = { text, type: 'task', parent: house.id, start, duration: 3 }
      await ask('POST', `w/${name}/tasks`, task)
    }
    await ask('POST', `w/${name}/files/${encodeURIComponent('/')}`, {
      name: 'plan.txt',
      type: 'file',
    })
    return name
  }

  async function ask(method: string, path: string, body?: object): Promise<unknown> {
    const headers = { 'content-type': 'application/json' }
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
    const answer = await fetch(new URL(path, site.url), init)
    assert.equal(answer.status, 200, `${path} ${await answer.clone().text()}`)
    return answer.json()
  }

  it('is Ctrl+Z in a table, also after a reload, and forward again', async (t) => {
    const name = await place()
    const visit = await site.openPage({ path: `w/${name}/#/tables/things` })
    const { page } = visit
    const shown = tablesPage(page)
    await shown.cell(1, 'name').waitFor()
    assert.equal(await shown.tool('Undo').isEnabled(), false)
    await shown.edit(1, 'name', 'mine')
    await shown.edit(0, 'size', '77')
    await shown.cell(2, 'name').click()
    await page.keyboard.press('Control+z')
    await shows(t, shown, 'size', 0, '1')
    await page.keyboard.press('Control+y')
    await shows(t, shown, 'size', 0, '77')
    await page.keyboard.press('Control+z')
    await shows(t, shown, 'size', 0, '1')

    await page.reload()
    await shows(t, shown, 'name', 1, 'mine')
    assert.equal(await shown.tool('Undo').isEnabled(), true)
    await page.keyboard.press('Control+z')
    await shows(t, shown, 'name', 1, 'row 2')
    visit.allow(/409/)
    await page.keyboard.press('Control+z')
    await told(page, 'There is nothing to undo.').waitFor()
    assert.equal(await shown.tool('Undo').isEnabled(), false)
    await page.keyboard.press('Control+y')
    await shows(t, shown, 'name', 1, 'mine')
    await visit.close()
  })

  it('is its own in a tab that was duplicated', async (t) => {
    const name = await place()
    const visit = await site.openPage({ path: `w/${name}/#/tables/things` })
    const { page } = visit
    visit.allow(/409/)
    const shown = tablesPage(page)
    await shown.edit(1, 'name', 'mine')
    await t.waitFor(async () => assert.equal(await shown.tool('Undo').isEnabled(), true), patient)
    // What a tab keeps is copied then, as it is when the tab is duplicated.
    const coming = page.context().waitForEvent('page')
    await page.evaluate('void open(location.href)')
    const copy = await coming
    copy.setDefaultTimeout(patient.timeout)
    const copied = tablesPage(copy)
    await shows(t, copied, 'name', 1, 'mine')
    assert.equal(await copied.tool('Undo').isEnabled(), false)
    await copied.cell(2, 'name').click()
    await copy.keyboard.press('Control+z')
    await told(copy, 'There is nothing to undo.').waitFor()
    await copied.edit(2, 'name', 'of the copy')
    await shows(t, shown, 'name', 2, 'of the copy')

    await page.reload()
    await shows(t, shown, 'name', 1, 'mine')
    await page.keyboard.press('Control+z')
    await shows(t, shown, 'name', 1, 'row 2')
    await copy.reload()
    await shows(t, copied, 'name', 2, 'of the copy')
    await copy.keyboard.press('Control+z')
    await shows(t, copied, 'name', 2, 'row 3')
    await visit.close()
  })

  it('leaves the keys to a field in which somebody types', async (t) => {
    const name = await place()
    const visit = await site.openPage({ path: `w/${name}/#/tables/things` })
    const { page } = visit
    const shown = tablesPage(page)
    await shown.edit(1, 'name', 'mine')
    const search = page
      .getByRole('searchbox')
      .or(page.getByPlaceholder(/search/i))
      .first()
    await search.click()
    await ask('PUT', `w/${name}/things/3`, { size: 30 })
    await shows(t, shown, 'size', 2, '30')
    await page.keyboard.type('min')
    await page.keyboard.press('Control+z')
    assert.equal(await search.inputValue(), '')
    await search.fill('')
    await shows(t, shown, 'name', 1, 'mine')
    await visit.close()
  })

  it('brings deleted rows back by the message that tells of them, whatever was done since', async (t) => {
    const name = await place()
    const visit = await site.openPage({ path: `w/${name}/#/tables/things` })
    const { page } = visit
    const shown = tablesPage(page)
    await shown.cell(0, 'id').click()
    await shown.cell(1, 'id').click({ modifiers: ['Shift'] })
    await shown.button('Delete the selected rows').click()
    await told(page, 'Deleted 2 rows.').waitFor()
    await shows(t, shown, 'name', 0, 'row 3')
    await shown.edit(0, 'name', 'last')
    await screenshot(page, 'deleted-rows')
    await toastUndo(page).focus()
    await page.keyboard.press('Enter')
    await t.waitFor(
      async () => assert.deepEqual(await shown.column('name'), ['row 1', 'row 2', 'last']),
      patient,
    )
    await visit.close()
  })

  it('is Ctrl+Z in the plan, also after a reload, and seen by others at once', async () => {
    const name = await place()
    const path = `w/${name}/#/gantt`
    const [visit, other] = [await site.openPage({ path }), await site.openPage({ path })]
    const { page } = visit
    await taskRow(other.page, 'Walls').waitFor()
    await taskRow(page, 'Walls').getByText('Walls').click()
    await page.locator('.wx-row.wx-selected', { hasText: 'Walls' }).waitFor()
    await page.keyboard.press('Delete')
    await told(page, 'Deleted “Walls”.').waitFor()
    await taskRow(other.page, 'Walls').waitFor({ state: 'detached' })
    await page.reload()
    await taskRow(page, 'Roof').waitFor()
    await page.keyboard.press('Control+z')
    await taskRow(page, 'Walls').waitFor()
    await told(page, /^Undone: deleted Walls and/).waitFor()
    await taskRow(other.page, 'Walls').waitFor()
    await page.keyboard.press('Control+y')
    await taskRow(page, 'Walls').waitFor({ state: 'detached' })
    await told(page, /^Done again: deleted Walls and/).waitFor()
    await taskRow(other.page, 'Walls').waitFor({ state: 'detached' })
    await visit.close()
    await other.close()
  })

  it('is offered after a file was deleted', async () => {
    const name = await place()
    const visit = await site.openPage({ path: `w/${name}/#/files` })
    const { page } = visit
    visit.allow(/409/)
    await select(page, 'plan.txt')
    await page.keyboard.press('Delete')
    await confirmDelete(page)
    await told(page, 'Deleted “plan.txt”.').waitFor()
    await file(page, 'plan.txt').waitFor({ state: 'detached' })
    await toastUndo(page).click()
    await file(page, 'plan.txt').waitFor()
    await page.keyboard.press('Control+y')
    await file(page, 'plan.txt').waitFor({ state: 'detached' })
    await page.reload()
    await page.getByText('All files').first().waitFor()
    await page.keyboard.press('Control+z')
    await file(page, 'plan.txt').waitFor()
    await visit.close()
  })

  it('is not offered where others would lose something, and says why', async (t) => {
    const name = await place()
    const visit = await site.openPage({ path: `w/${name}/#/tables/things` })
    const { page } = visit
    visit.allow(/409/)
    const shown = tablesPage(page)
    await shown.button('Add row').click()
    await page.locator('.cell-editor').waitFor()
    await page.keyboard.press('Escape')
    await shows(t, shown, 'id', 3, '4')
    await ask('PUT', `w/${name}/things/4`, { size: 9 })
    await shows(t, shown, 'size', 3, '9')
    await page.keyboard.press('Control+z')
    await told(page, /^Not undone\. Row 4 of things was changed since/).waitFor()
    await visit.close()
  })

  it('is told in the language of the page, with days as they are written there', async () => {
    const name = await place()
    const tasks = (await ask('GET', `w/${name}/tasks`)) as { id: number; text: string }[]
    const { id } = tasks.find(({ text }) => text === 'Walls')!
    await ask('PUT', `w/${name}/tasks/${id}`, { start: '2026-06-01T00:00:00', duration: 4 })
    await ask('PUT', `w/${name}/schedule`, { mode: 'validate' })
    const visit = await site.openPage({ path: `w/${name}/#/gantt`, locale: 'de-DE' })
    const { page } = visit
    const menu = page.getByRole('button', { name: 'Mehr zu diesem Arbeitsbereich' })
    const all = await openFrom(menu, 'Verlauf …', 'Verlauf')
    await step(all, /hat geändert, wie der Plan berechnet wird/).waitFor()
    const moved = step(
      all,
      /von Walls von 04\.05\.2026 in 01\.06\.2026 geändert, dazu ein weiteres Feld/,
    )
    await moved.getByText('Vorher und nachher').click()
    await moved.getByRole('cell', { name: '01.06.2026', exact: true }).waitFor()
    await screenshot(page, 'history-in-german')
    assert.doesNotMatch(await all.innerText(), /\d{4}-\d\d-\d\d/)
    await visit.close()
  })

  it('is told there of what was taken back and done again, too, with names as they are quoted', async () => {
    const name = await place()
    const at = `w/${name}/#/files`
    const visit = await site.openPage({ path: at, locale: 'de-DE', width: 1440 })
    const { page } = visit
    await file(page, 'plan.txt').click()
    await page.locator('.wx-item.wx-selected', { hasText: 'plan.txt' }).waitFor()
    await page.keyboard.press('Delete')
    await page.getByRole('dialog').getByRole('button', { name: 'Löschen' }).click()
    await page.getByText('Gelöscht: „plan.txt“.').waitFor()
    await page.keyboard.press('Control+z')
    await file(page, 'plan.txt').waitFor()
    await page.keyboard.press('Control+y')
    await file(page, 'plan.txt').waitFor({ state: 'detached' })
    await page.keyboard.press('Control+z')
    await file(page, 'plan.txt').click({ button: 'right' })
    await page.locator('.wx-menu').getByText('Verlauf …').click()
    const all = page.getByRole('dialog', { name: 'Verlauf von „plan.txt“' })
    await step(all, /haben zurückgenommen: plan.txt gelöscht/)
      .first()
      .waitFor()
    await step(all, /haben wiederholt: plan.txt gelöscht/).waitFor()
    await screenshot(page, 'history-taken-back-in-german')
    await visit.close()
  })

  it('is a list of what was done, of everything or one thing, that is always new', async (t) => {
    const name = await place()
    const visit = await site.openPage({ path: `w/${name}/#/tables/things` })
    const { page } = visit
    const shown = tablesPage(page)
    await shown.edit(1, 'name', 'mine')
    const all = await openFrom(workspaceMenu(page), 'History…', 'History')
    await step(all, /You changed name from row 2 to mine/).waitFor()
    await ask('PUT', `w/${name}/things/1`, { size: 50 })
    const theirs = step(all, /changed size from 1 to 50/)
    await theirs.getByText('Before and after').click()
    assert.deepEqual(await theirs.getByRole('row').last().getByRole('cell').allInnerTexts(), [
      '1',
      '50',
    ])
    await isFit(page, 'history')
    await all.getByLabel('What').selectOption('Plan')
    await step(all, /added Walls/).waitFor()
    assert.equal(await step(all, /changed size/).count(), 0)
    await all.getByLabel('What').selectOption('Everything')

    await step(all, /changed size from 1 to 50/)
      .getByRole('button', { name: 'Take back' })
      .click()
    await all.getByText('Taken back.', { exact: true }).waitFor()
    await step(all, /changed size from 1 to 50/)
      .filter({ hasText: 'Undone' })
      .first()
      .waitFor()
    await screenshot(page, 'history-undone')
    await all.getByRole('button', { name: 'Close' }).click()
    await shows(t, shown, 'size', 0, '1')

    await shown.cell(1, 'id').click()
    await shown.button('More').click()
    await page.getByRole('menuitem', { name: 'History …' }).click()
    const row = page.getByRole('dialog', { name: 'History of row 2 of things' })
    await step(row, /changed name from row 2 to mine/).waitFor()
    assert.equal(await step(row, /size/).count(), 0)
    await row.getByLabel('How').selectOption('Added')
    await step(row, /changed name/).waitFor({ state: 'detached' })
    await step(row, /added/).waitFor()
    await visit.close()
  })

  it('is any version of a row, and that can be taken back', async (t) => {
    const name = await place()
    const phone = { width: 360, height: 640, colorScheme: 'dark' } as const
    const visit = await site.openPage({ path: `w/${name}/#/tables/things`, ...phone })
    const { page } = visit
    const shown = tablesPage(page)
    for (const text of ['first', 'second', 'third']) {
      await ask('PUT', `w/${name}/things/1`, { name: text })
    }
    await shows(t, shown, 'name', 0, 'third')
    await shown.cell(0, 'id').click()
    await shown.button('More').click()
    await page.getByRole('menuitem', { name: 'History …' }).click()
    const dialog = page.getByRole('dialog', { name: 'History of row 1 of things' })
    const restore = { name: /^Restore this version/ }
    await step(dialog, /from second to third/).waitFor()
    assert.equal(
      await step(dialog, /from second to third/)
        .getByRole('button', restore)
        .count(),
      0,
    )
    await isFit(page, 'history-on-a-phone')
    await step(dialog, /from row 1 to first/)
      .getByRole('button', restore)
      .click()
    await dialog.getByText(/^It is as it was on/).waitFor()
    await step(dialog, /from third to first/).waitFor()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await shows(t, shown, 'name', 0, 'first')
    await page.keyboard.press('Control+z')
    await shows(t, shown, 'name', 0, 'third')
    await visit.close()
  })

  it('is a list in the menu of a task and of a file', async () => {
    const name = await place()
    const visit = await site.openPage({ path: `w/${name}/#/gantt`, colorScheme: 'dark' })
    const { page } = visit
    await taskRow(page, 'Walls').getByText('Walls').click({ button: 'right' })
    await page.locator('.wx-menu').getByText('History…').click()
    const ofTask = page.getByRole('dialog', { name: 'History of “Walls”' })
    await step(ofTask, /added Walls/).waitFor()
    await isFit(page, 'history-of-a-task-dark')
    await page.keyboard.press('Escape')
    await page.goto(new URL(`w/${name}/#/files`, visit.url).href)
    await file(page, 'plan.txt').click({ button: 'right' })
    await page.locator('.wx-menu').getByText('History…').click()
    const ofFile = page.getByRole('dialog', { name: 'History of “plan.txt”' })
    await step(ofFile, /added plan.txt/).waitFor()
    await visit.close()
  })
})

describe('the way back among people with accounts', { skip: cannotBrowse }, () => {
  let site: AccountsSite
  before(async () => {
    site = await openAccountsSite()
    await site.invite('Ann', 'editor')
  })
  after(() => site.stop())

  it('leaves what somebody has changed since, and says who', async (t) => {
    const [olga, ann] = [
      await site.visitAs('Olga', { path: '#/tables/films' }),
      await site.visitAs('Ann', { path: '#/tables/films' }),
    ]
    const [hers, anns] = [tablesPage(olga.page), tablesPage(ann.page)]
    const year = await hers.cell(0, 'year').innerText()
    await hers.edit(0, 'year', '1901')
    await shows(t, anns, 'year', 0, '1901')
    await anns.edit(0, 'year', '1902')
    await shows(t, hers, 'year', 0, '1902')
    await hers.cell(1, 'name').click()
    await olga.page.keyboard.press('Control+z')
    await told(olga.page, 'Undone, but kept: Year, changed by Ann since.').waitFor()
    await screenshot(olga.page, 'kept')
    assert.notEqual(year, '1902')
    await shows(t, hers, 'year', 0, '1902')

    const dialog = await openFrom(accountMenu(olga.page), 'History…', 'History')
    await dialog.getByLabel('Who').selectOption('Ann')
    await step(dialog, /from 1901 to 1902/).waitFor()
    // Nothing of Olga's is left.
    await t.waitFor(async () => assert.equal(await step(dialog, /to 1901/).count(), 0), patient)
    await isFit(olga.page, 'history-of-ann')
    await olga.close()
    await ann.close()
  })

  it('forward leaves what somebody has changed since, too', async (t) => {
    const [olga, ann] = [
      await site.visitAs('Olga', { path: '#/tables/films' }),
      await site.visitAs('Ann', { path: '#/tables/films' }),
    ]
    const [hers, anns] = [tablesPage(olga.page), tablesPage(ann.page)]
    const year = await hers.cell(2, 'year').innerText()
    await hers.edit(2, 'year', '1911')
    await shows(t, anns, 'year', 2, '1911')
    await hers.cell(1, 'name').click()
    await olga.page.keyboard.press('Control+z')
    await shows(t, anns, 'year', 2, year)
    await anns.edit(2, 'year', '1912')
    await shows(t, hers, 'year', 2, '1912')
    await olga.page.keyboard.press('Control+y')
    await told(olga.page, 'Done again, but kept: Year, changed by Ann since.').waitFor()
    await screenshot(olga.page, 'kept-when-redone')
    await shows(t, hers, 'year', 2, '1912')
    await olga.close()
    await ann.close()
  })
})

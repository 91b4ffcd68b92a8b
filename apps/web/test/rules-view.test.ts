import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Rule } from '@triptych/contract/rules'
import { accountMenu, confirm, isFit, openAccountsSite, openFrom } from './accounts-site.ts'
import type { AccountsSite } from './accounts-site.ts'
import { cannotBrowse } from './browser.ts'
import { patient } from '../../../packages/server/test/fixtures/patient.ts'
import { screenshot } from './screenshot.ts'
import { tablesPage } from './tables-page.ts'

describe('the rules of a workspace', { skip: cannotBrowse }, () => {
  let site: AccountsSite
  let rita: string
  let ed: string
  before(async () => {
    site = await openAccountsSite()
    rita = await site.invite('Rita', 'reader')
    ed = await site.invite('Ed', 'editor')
    await site.invite('Paul', 'owner')
  })
  after(() => site.stop())

  const rules = () => site.ask<Rule[]>('GET', 'auth/rules')

  it('are made by an owner for each kind of thing, and taken away one by one', async () => {
    const visit = await site.visitAs('Paul', { path: '#/tables/films' })
    const { page } = visit
    const dialog = await openFrom(accountMenu(page), 'Rules…', 'Rules of main')
    await dialog.getByText('There is none yet.').waitFor()
    const add = dialog.getByRole('button', { name: 'Add rule' })
    const row = (text: string) => dialog.locator('li', { hasText: text })
    // Owners are not bound.
    assert.equal(await dialog.locator('option', { hasText: 'Paul' }).count(), 0)

    await dialog.getByLabel(/^Path/).fill('/Notes')
    await dialog.getByLabel(/^For/).selectOption('Rita')
    await add.click()
    await row('/Notes').getByText('Hidden from Rita').waitFor()
    await dialog.getByLabel(/^What/).selectOption('Column')
    assert.ok(await add.isDisabled())
    await dialog.getByLabel(/^Of the table/).selectOption('films')
    await dialog.getByLabel(/^Column/).selectOption('year')
    await dialog.getByLabel(/^Is/).selectOption('Read only')
    await dialog.getByLabel(/^For/).selectOption('Everyone else')
    await add.click()
    await row('Column year of films').getByText('Read only for everyone else').waitFor()
    await dialog.getByLabel(/^What/).selectOption('Branch of the plan')
    await dialog.getByLabel(/^Task/).selectOption({ label: 'Foundation' })
    await add.click()
    await row('Task “Foundation” and below').waitFor()
    await dialog.getByLabel(/^What/).selectOption('Table')
    await add.click()
    await row('All tables').waitFor()

    assert.deepEqual(
      (await rules()).map(({ thing, access }) => `${thing.kind} ${access}`).toSorted(),
      ['branch read', 'column read', 'folder none', 'table read'],
    )
    const hidden = (await rules()).find(({ access }) => access === 'none')
    assert.deepEqual(hidden?.subject, { kind: 'account', id: rita })
    await confirm(dialog, 'Remove the rule: All tables, Read only for everyone else')
    await row('All tables').waitFor({ state: 'detached' })
    assert.equal((await rules()).length, 3)
    await visit.close()
  })

  it('hide from a reader what they are about, and that there are any', async () => {
    const visit = await site.visitAs('Rita', { path: '#/tables' })
    const { page } = visit
    const list = page.locator('.table-list')
    const screenings = list.getByText('screenings').first()
    await screenings.waitFor({ state: 'attached' })
    const subject = { kind: 'account', id: rita }
    const thing = { kind: 'table', table: 'screenings' }
    await site.ask('PUT', 'auth/rules', { thing, subject, access: 'none' })

    await page.reload()
    await list.getByText('films').first().waitFor({ state: 'attached' })
    assert.equal(await screenings.count(), 0)
    await accountMenu(page).click()
    await page.getByRole('menuitem', { name: 'Shares…' }).waitFor()
    assert.equal(await page.getByRole('menuitem', { name: 'Rules…' }).count(), 0)
    await visit.close()
  })

  const setFor = (id: string, thing: object, access: string | null) =>
    site.ask('PUT', 'auth/rules', { thing, subject: { kind: 'account', id }, access })

  it('let an editor change what they leave of the tables, and offer no change of the rest', async () => {
    await setFor(ed, { kind: 'table', table: 'screenings' }, 'read')
    await setFor(ed, { kind: 'column', table: 'films', column: 'year' }, 'read')
    const visit = await site.visitAs('Ed', { path: '#/tables/films' })
    const { page } = visit
    const { cell, button } = tablesPage(page)
    const editor = page.locator('.cell-editor')

    await cell(0, 'year').dblclick()
    await cell(0, 'name').dblclick()
    await editor.waitFor()
    await editor.press('Escape')
    assert.equal(await editor.count(), 0)
    await cell(0, 'year').dblclick()
    await page.keyboard.press('Enter')
    assert.equal(await editor.count(), 0)
    await button('Add row').waitFor()
    await button('More').click()
    assert.deepEqual(await page.getByRole('menuitem').allInnerTexts(), [
      'History …',
      'Find and replace …',
      'Import a file …',
    ])
    await page.keyboard.press('Escape')
    assert.equal(await page.getByText('Add or change columns …').count(), 0)

    await page.locator('.table-list nav').getByText('screenings').click()
    await page.getByRole('region', { name: 'screenings' }).waitFor()
    await cell(0, 'id').waitFor()
    for (const name of ['Add row', 'Delete the selected rows', 'Undo']) {
      assert.equal(await button(name).count(), 0, name)
    }
    await button('New table').waitFor()
    await setFor(ed, { kind: 'table', table: '*' }, 'read')
    await button('New table').waitFor({ state: 'detached' })
    await setFor(ed, { kind: 'table', table: '*' }, null)
    await button('New table').waitFor()
    // Nothing was refused, as nothing was asked.
    await visit.close()
  })

  it('let an editor change what they leave of the files and the plan, and offer no change of the rest', async (t) => {
    const tasks = await site.ask<{ id: number; text: string }[]>('GET', 'tasks')
    const { id: task } = tasks.find(({ text }) => text === 'Foundation') ?? { id: 0 }
    const { id: dig } = tasks.find(({ text }) => text.startsWith('Dig')) ?? { id: 0 }
    await setFor(ed, { kind: 'folder', id: '/Notes' }, 'read')
    await setFor(ed, { kind: 'branch', task }, 'read')
    // What was before a rule is withheld from those whom it binds.
    await site.ask('PUT', `tasks/${dig}`, { progress: 35 })
    const visit = await site.visitAs('Ed', { path: '#/files' })
    const { page } = visit
    const addNew = page.getByRole('button', { name: 'New', exact: true })
    const menu = page.locator('.wx-menu .wx-value')
    const card = (text: string) => page.locator('.wx-cards .wx-item', { hasText: text })

    await addNew.waitFor()
    await card('Notes').click({ button: 'right' })
    await menu.first().waitFor()
    assert.deepEqual(await menu.allInnerTexts(), [
      'Download as zip',
      'Share…',
      'Copy link',
      'Add star',
      'Comments…',
      'Copy to…',
      'Copy',
      'History…',
      'Details',
    ])
    await page.keyboard.press('Escape')
    await card('Pictures').click({ button: 'right' })
    await menu.getByText('Delete').waitFor()
    await page.keyboard.press('Escape')
    await card('Notes').dblclick()
    await card('shopping.txt').waitFor()
    await addNew.waitFor({ state: 'hidden' })

    await page.getByRole('link', { name: 'Gantt' }).click()
    const bar = (text: string) => page.locator('.wx-bars [data-task-id]').filter({ hasText: text })
    await bar('Walls').waitFor()
    const offered = async (text: string) => {
      await bar(text).click({ button: 'right' })
      await page.waitForTimeout(200)
      return menu.allInnerTexts()
    }
    // The menu goes away while the chart is still being scrolled, or when another one is asked for.
    await t.waitFor(async () => assert.ok((await offered('Walls')).includes('Delete')), patient)
    await t.waitFor(
      async () => assert.deepEqual(await offered('Dig'), ['Details…', 'History…']),
      patient,
    )
    await screenshot(page, 'menu-of-a-task-that-is-read')
    await menu.getByText('History…').click()
    const past = page.getByRole('dialog', { name: /^History of “Dig/ })
    await past.waitFor()
    await past.getByText('Loading …').waitFor({ state: 'detached' })
    await screenshot(page, 'history-of-a-task-that-is-read')
    await past.getByRole('listitem').first().waitFor()
    assert.equal(await past.getByRole('button', { name: /Take back|Restore/ }).count(), 0)
    await page.keyboard.press('Escape')
    await setFor(ed, { kind: 'branch', task: 0 }, 'read')
    await page.locator('.gantt-actions button').first().waitFor({ state: 'detached' })
    await setFor(ed, { kind: 'branch', task: 0 }, null)
    await visit.close()
  })

  it('leave nothing by which a task that may only be read could be changed', async (t) => {
    const tasks = await site.ask<{ id: number; text: string }[]>('GET', 'tasks')
    const { id: task } = tasks.find(({ text }) => text === 'Foundation') ?? { id: 0 }
    await setFor(ed, { kind: 'branch', task }, 'read')
    await site.ask('PUT', 'schedule', { mode: 'validate' })
    const visit = await site.visitAs('Ed', { path: '#/gantt' })
    const { page } = visit
    const bar = (text: string) => page.locator('.wx-bars [data-task-id]').filter({ hasText: text })
    const row = (text: string) => page.locator('.wx-table .wx-row').filter({ hasText: text })
    const tool = (name: string) =>
      page.locator('.gantt-actions').getByRole('button', { name, exact: true })
    const editor = page.locator('.wx-gantt-editor')
    const name = editor.locator('input[type="text"]').first()
    await bar('Dig').waitFor()

    await row('Walls').first().click()
    await tool('Delete').waitFor()
    await tool('New task').waitFor()
    await row('Walls').locator('[data-action="add-task"]').first().waitFor()
    await row('Dig').first().click()
    await tool('Delete').waitFor({ state: 'detached' })
    await page.locator('.gantt-actions button').first().waitFor({ state: 'detached' })
    await row('Dig').locator('[data-action="add-task"]').first().waitFor({ state: 'detached' })
    for (const key of ['Delete', 'Backspace', 'Control+d']) await page.keyboard.press(key)
    for (const key of ['Control+x', 'Control+v']) await page.keyboard.press(key)
    assert.equal(await page.getByRole('dialog').count(), 0)

    const box = (await bar('Dig').boundingBox())!
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width / 2 + 150, box.y + box.height / 2, { steps: 10 })
    assert.equal((await bar('Dig').boundingBox())?.x, box.x)
    await page.mouse.up()
    assert.equal((await bar('Dig').boundingBox())?.x, box.x)
    assert.equal(await bar('Dig').locator('.wx-link').first().isVisible(), false)

    await bar('Dig').dblclick()
    // It is filled a moment after it is there.
    await t.waitFor(async () => assert.equal(await name.inputValue(), 'Dig'), patient)
    await editor.locator('input[type="text"]:disabled').first().waitFor()
    assert.ok(await name.isDisabled())
    assert.equal(await editor.getByRole('button', { name: 'Delete' }).count(), 0)
    await editor.getByText('Team', { exact: true }).click()
    await editor.locator('input[type="checkbox"]:disabled').first().waitFor()
    await screenshot(page, 'plan-read-only')
    await editor.getByText('Scheduling', { exact: true }).click()
    await editor.getByLabel('Deadline').waitFor()
    assert.ok(await editor.getByLabel('Deadline').isDisabled())
    await editor.getByText('Links', { exact: true }).click()
    const link = (what: string, text: string) =>
      editor.getByLabel(`${what} the link with “${text}”`)
    await link('Lag of', 'Survey').waitFor()
    assert.ok(await link('Lag of', 'Survey').isDisabled())
    assert.ok(await link('Type of', 'Survey').isDisabled())
    assert.equal(await link('Delete', 'Survey').count(), 0)
    await editor.getByRole('button', { name: 'Close' }).click()
    await editor.waitFor({ state: 'detached' })
    // A link changes both of its tasks.
    await row('Walls').first().dblclick()
    await link('Lag of', 'Timber').waitFor()
    assert.ok(await link('Lag of', 'Timber').isEnabled())
    assert.ok(await link('Lag of', 'Concrete').isDisabled())
    assert.equal(await link('Delete', 'Concrete').count(), 0)
    await editor.getByText('General', { exact: true }).click()
    await editor.locator('input[type="text"]:enabled').first().waitFor()
    await editor.getByRole('button', { name: 'Delete' }).waitFor()

    const after = await site.ask<object[]>('GET', 'tasks')
    assert.deepEqual(after, tasks)
    // Nothing was refused, as nothing was asked.
    await visit.close()
  })

  for (const [width, colorScheme] of [
    [1440, 'light'],
    [360, 'dark'],
  ] as const) {
    it(`have no serious barrier and fit into ${width} pixels, ${colorScheme}`, async () => {
      const look = { width, height: 800, colorScheme }
      const visit = await site.visitAs('Olga', { ...look, path: '#/tables/films' })
      await openFrom(accountMenu(visit.page), 'Rules…', 'Rules of main')
      await isFit(visit.page, `rules-${width}-${colorScheme}`)
      await visit.close()
    })
  }

  it('stand below the title of the workspace, as its members and tokens do', async () => {
    await site.ask('PATCH', 'workspaces/main', { title: 'Head office' })
    const visit = await site.visitAs('Paul', { path: '#/tables/films' })
    const { page } = visit
    for (const item of ['Rules', 'Members']) {
      await openFrom(accountMenu(page), `${item}…`, `${item} of Head office`)
      await page.keyboard.press('Escape')
    }
    const tokens = await openFrom(accountMenu(page), 'Tokens…', 'Tokens')
    await tokens.locator('option', { hasText: 'Head office only' }).waitFor({ state: 'attached' })
    await visit.close()
  })
})

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { TestContext } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { patient } from '../../../packages/server/test/fixtures/patient.ts'
import { axeViolations } from './axe-violations.ts'
import { cannotBrowse, openSite } from './browser.ts'
import type { Site } from './browser.ts'
import { row, schedulePage } from './schedule-page.ts'
import type { Plan } from './schedule-page.ts'
import { screenshot } from './screenshot.ts'

const editor = (page: Page) => page.locator('.wx-gantt-editor')
const bar = (page: Page, name: string) =>
  page.locator('.wx-bars [data-task-id]').filter({ hasText: name }).first()

async function middleOf(locator: Locator) {
  const { x, y, width, height } = (await locator.boundingBox())!
  return { x: x + width / 2, y: y + height / 2 }
}

describe('links of a plan', { skip: cannotBrowse }, () => {
  let site: Site
  before(async () => {
    site = await openSite()
  })
  after(() => site.stop())
  const { ask, plan, open } = schedulePage(() => site)

  const areLinks = (t: TestContext, { name, ...ids }: Plan, ...expected: string[]) =>
    t.waitFor(async () => {
      const links = await ask<{ source: number; target: number }[]>('GET', `w/${name}/links`)
      const said = links.map((link) =>
        [link.source, link.target]
          .map((id) => Object.entries(ids).find(([, one]) => one === id)?.[0])
          .join(' '),
      )
      assert.deepEqual(said.toSorted(), expected.toSorted())
    }, patient)

  it('are added in the panel by keys alone, and what is refused says why there', async (t) => {
    const made = await plan('typed')
    const visit = await open(made, { width: 1280 }, `/${made.roof}?edit=`)
    visit.allow(/answered 4\d\d: POST .*links|status of 4\d\d/)
    const { page } = visit
    await editor(page).getByText('Links', { exact: true }).click()
    await editor(page).getByText('No links').waitFor()
    const other = editor(page).getByLabel('Name or number of the other task')
    await other.focus()
    await page.keyboard.type('Lay')
    await page.keyboard.press('Enter')
    await areLinks(t, made, 'dig lay', 'lay roof')
    await editor(page).getByText('“Lay”').waitFor()

    await other.focus()
    await page.keyboard.type('Cellar')
    await page.keyboard.press('Enter')
    await editor(page).getByRole('alert').getByText('There is no other task “Cellar”.').waitFor()
    await other.fill('2')
    await page.keyboard.press('Enter')
    await editor(page)
      .getByRole('alert')
      .getByText('“Lay” and “Roof” are linked already.')
      .waitFor()
    await screenshot(page, 'plan-link-panel')

    // Dig waits for Roof, which waits for Lay, which waits for Dig.
    await editor(page).getByLabel('Which waits for which').selectOption('Waits for it')
    await other.fill('1 Dig')
    await page.keyboard.press('Enter')
    await editor(page)
      .getByRole('alert')
      .getByText('“Dig” cannot wait for “Roof”, which waits for it already: Dig → Lay → Roof.')
      .waitFor()
    assert.equal(await page.locator('.toast.error').count(), 0)
    assert.deepEqual(await axeViolations(page), [])
    await areLinks(t, made, 'dig lay', 'lay roof')
    await visit.close()
  })

  it('that are drawn say where they were let go why they are refused', async (t) => {
    const made = await plan('drawn')
    const visit = await open(made, { width: 1280 }, `/${made.dig}`)
    visit.allow(/answered 4\d\d: POST .*links|status of 4\d\d/)
    const { page } = visit
    await bar(page, 'Lay').hover()
    const from = await middleOf(bar(page, 'Lay').locator('.wx-link.wx-right'))
    const to = await middleOf(bar(page, 'Dig'))
    await page.mouse.move(from.x, from.y)
    await page.mouse.down()
    await page.mouse.move(to.x, to.y, { steps: 5 })
    await page.mouse.up()
    const said = page.locator('.gantt-link-problem')
    await said.filter({ hasText: '“Dig” cannot wait for “Lay”, which waits' }).waitFor()
    const { x, y } = (await said.boundingBox())!
    assert.ok(Math.abs(x - to.x) < 200 && Math.abs(y - to.y) < 60, `${x} ${y}`)
    await screenshot(page, 'plan-link-refused')
    assert.equal(await page.locator('.toast').count(), 0)
    await areLinks(t, made, 'dig lay')
    await page.keyboard.press('Escape')
    await said.waitFor({ state: 'detached' })
    await visit.close()
  })

  it('are not needed to move a bar, which says its new days and how long it is', async (t) => {
    const made = await plan('dragged')
    const visit = await open(made, { width: 1280, locale: 'fi-FI' }, `/${made.dig}`)
    const { page } = visit
    const { x, y } = await middleOf(bar(page, 'Dig'))
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + 82, y, { steps: 6 })
    const tip = page.locator('.gantt-drag-tip')
    await tip.filter({ hasText: '4.3.2026' }).waitFor()
    assert.equal(await tip.innerText(), '4.3.2026 – 6.3.2026 · 3 days')
    await screenshot(page, 'plan-drag-tip')
    await page.mouse.up()
    await tip.waitFor({ state: 'detached' })
    await t.waitFor(async () => {
      const [dig] = await ask<{ start: string }[]>('GET', 'w/dragged/tasks')
      assert.equal(dig?.start.slice(0, 10), '2026-03-04')
    }, patient)
    await visit.close()
  })
  it('that move nothing say so, and how they would', async (t) => {
    const made = await plan('follows')
    const visit = await open(made, { width: 1440 })
    const { page } = visit
    const begins = (day: string) =>
      t.waitFor(async () => {
        const tasks = await ask<{ id: number; start: string }[]>('GET', 'w/follows/tasks')
        assert.equal(tasks.find(({ id }) => id === made.roof)?.start.slice(0, 10), day)
      }, patient)
    const said = page.locator('.toasts').getByText('The link moves nothing')
    await row(page, 'Roof').getByText('Roof').dblclick()
    await editor(page).getByText('Links', { exact: true }).click()
    await editor(page).getByLabel('Name or number of the other task').fill('Lay')
    await page.keyboard.press('Enter')
    await said.waitFor()
    await screenshot(page, 'plan-link-moves-nothing')
    assert.deepEqual(await axeViolations(page), [])
    await page.locator('.toasts').getByRole('button', { name: 'Schedule it' }).click()
    await begins('2026-03-09')
    await page
      .locator('.toasts')
      .getByText(/tasks have moved/)
      .waitFor()
    await page.locator('.toasts').getByRole('button', { name: 'Undo' }).click()
    await begins('2026-03-02')
    await areLinks(t, made, 'dig lay', 'lay roof')
    await visit.close()
  })
})

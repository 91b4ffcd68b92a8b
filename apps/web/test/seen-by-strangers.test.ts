import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { TestContext } from 'node:test'
import type { Locator } from 'playwright-core'
import { cannotBrowse, openSite } from './browser.ts'
import type { Site } from './browser.ts'
import { name } from './files-page.ts'
import { cell, field } from './grid-page.ts'
import { schedulePage } from './schedule-page.ts'
import { screenshot } from './screenshot.ts'
import { tablesPage } from './tables-page.ts'
import { patient } from '../../../packages/server/test/fixtures/patient.ts'

/** What strangers to the page stumbled over, where no other test is about it. */
describe('whoever sees the page for the first time', { skip: cannotBrowse }, () => {
  let site: Site
  before(async () => {
    site = await openSite()
  })
  after(() => site.stop())
  const { ask, plan, open } = schedulePage(() => site)

  it('reads names on cards with their spaces', async (t) => {
    for (const folder of ['Archive 5000', 'Archive5000']) {
      await ask('POST', 'files/%2F', { name: folder, type: 'folder' })
    }
    const visit = await site.openPage({ path: '#/files' })
    const widthOf = async (text: string) => (await textBox(name(visit.page, text).first())).width
    await name(visit.page, 'Archive 5000').waitFor()

    await t.waitFor(async () => {
      assert.ok((await widthOf('Archive 5000')) > (await widthOf('Archive5000')) + 2)
    }, patient)
    await visit.close()
  })

  it('is asked before a deletion without a frame around the window', async () => {
    await ask('POST', 'files/%2F', { name: 'Frames', type: 'folder' })
    const visit = await site.openPage({ path: '#/files' })
    const { page } = visit
    await name(page, 'Frames').click()
    await page.keyboard.press('Delete')
    const question = page.getByRole('dialog')
    await question.waitFor()
    const framed = await page.evaluate<
      string[]
    >(`[...document.querySelectorAll('*')].flatMap((one) => {
      const { width, height } = one.getBoundingClientRect()
      const { outlineStyle, outlineWidth } = getComputedStyle(one)
      const isLarge = width > innerWidth * 0.8 && height > innerHeight * 0.8
      return isLarge && outlineStyle !== 'none' && outlineWidth !== '0px' ? [one.className] : []
    })`)
    assert.deepEqual(framed, [])
    // The keyboard is seen where it is.
    assert.equal(await question.locator(':focus-visible').count(), 1)
    await page.keyboard.press('Escape')
    await question.waitFor({ state: 'detached' })
    await visit.close()
  })

  it('reads the name of the task on the tab', async (t) => {
    const made = await plan('named')
    const visit = await open(made, {}, `/${made.lay}`)
    await isTitled(t, () => visit.page.title(), /^Lay · /)
    // Enter would go on to the next task, and the tab with it.
    await cell(visit.page, 'Lay', 'text').click()
    await visit.page.keyboard.press('F2')
    await field(visit.page).fill('House')
    await visit.page.keyboard.press('Tab')
    await isTitled(t, () => visit.page.title(), /^House · /)
    await visit.close()
  })

  it('sees a task that gets another below it as a bracket, as far along as what is below it', async (t) => {
    const made = await plan('bracket', { mode: 'auto' })
    const visit = await open(made)
    const { page } = visit
    const bracket = page.locator('.wx-bar.wx-summary').filter({ hasText: 'Lay' })
    await cell(page, 'Roof', 'text').click()
    await page.keyboard.press('Alt+Shift+ArrowRight')
    await bracket.waitFor()
    await ask('PUT', `w/${made.name}/tasks/${made.roof}`, { progress: 40 })
    const done = async () => {
      const [part, whole] = await bracket.evaluate((bar) =>
        [bar.querySelector('.wx-progress-percent'), bar].map((one) => one?.clientWidth ?? 0),
      )
      return Math.round((part! / whole!) * 100)
    }
    await t.waitFor(async () => assert.equal(await done(), 40), patient)
    await screenshot(page, 'strangers-bracket')
    // And it is a task again when that leaves it.
    await cell(page, 'Roof', 'text').click()
    await page.keyboard.press('Alt+Shift+ArrowLeft')
    await bracket.waitFor({ state: 'detached' })
    await visit.close()
  })

  it('takes a deletion back after looking at another table', async () => {
    for (const table of ['drinks', 'meals']) {
      await ask('POST', 'tables', { name: table, columns: [{ name: 'dish', type: 'text' }] })
      for (const dish of ['first', 'second']) {
        await ask('POST', table, { row: { dish: `${dish} of ${table}` } })
      }
    }
    const visit = await site.openPage({ path: '#/tables/drinks' })
    const { page } = visit
    const gone = page.getByText('first of drinks', { exact: true })
    await gone.click()
    await page.getByRole('button', { name: 'Delete the selected row' }).click()
    await gone.waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'meals' }).click()
    await page.getByText('first of meals', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'drinks' }).click()
    await page.getByText('second of drinks', { exact: true }).click()
    await page.keyboard.press('Control+z')
    await gone.waitFor()
    await visit.close()
  })

  it('reads long numbers of rows, and the whole of a time that is edited', async () => {
    const columns = [
      { name: 'name', type: 'text' },
      { name: 'at', type: 'datetime' },
    ]
    await ask('POST', 'tables', { name: 'long', columns })
    await ask('POST', 'long', { row: { name: 'late', at: '2026-12-31T23:45:00' }, id: 1_234_567 })
    const visit = await site.openPage({ path: '#/tables/long' })
    const shown = tablesPage(visit.page)
    await shown.cell(0, 'id').getByText('1234567').waitFor()
    await isWhole(shown.cell(0, 'id'))
    await shown.cell(0, 'at').dblclick()
    await isWhole(visit.page.getByLabel('Date and time'))
    await screenshot(visit.page, 'strangers-time')
    await visit.page.keyboard.press('Escape')
    await visit.close()
  })
})

const isTitled = (t: TestContext, title: () => Promise<string>, wanted: RegExp) =>
  t.waitFor(async () => assert.match(await title(), wanted), patient)

async function isWhole(element: Locator): Promise<void> {
  const needed = await element.evaluate((node) => node.scrollWidth)
  const given = await element.evaluate((node) => node.clientWidth)
  assert.ok(needed <= given, `${needed} in ${given}`)
}

/** The room that the letters take, not the line they stand in. */
function textBox(element: Locator): Promise<{ width: number }> {
  return element.evaluate((node) => {
    const range = document.createRange()
    range.selectNodeContents(node)
    return { width: range.getBoundingClientRect().width }
  })
}

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { TestContext } from 'node:test'
import { axeViolations } from './axe-violations.ts'
import { cannotBrowse, openSite } from './browser.ts'
import type { Site } from './browser.ts'
import type { Page } from 'playwright-core'
import { boxOf, isAt, makeTable, openTable, send } from './columns-page.ts'
import type { ColumnsPage } from './columns-page.ts'
import { screenshot } from './screenshot.ts'
import { patient } from '../../../packages/server/test/fixtures/patient.ts'

/** What stands in the lines that are seen, from the top: headings, and the names of rows. */
async function linesIn({ page }: ColumnsPage): Promise<string[]> {
  const lines = await page.evaluate(() => {
    const texts = [...document.querySelectorAll<HTMLElement>('.group-heading')].map((one) => ({
      top: one.getBoundingClientRect().top,
      text: `# ${[...one.querySelectorAll<HTMLElement>('.group-toggle, small')].map((part) => part.innerText).join(' ')}`,
    }))
    for (const row of document.querySelectorAll<HTMLElement>(
      '.wx-body .wx-row:not(.row-heading)',
    )) {
      const name = row.querySelector<HTMLElement>('[data-col-id=":name"]')
      if (name) texts.push({ top: row.getBoundingClientRect().top, text: name.innerText })
    }
    return texts.toSorted((one, other) => one.top - other.top).map(({ text }) => text)
  })
  return lines.map((text) => text.split(/\s+/).join(' '))
}

function told(t: TestContext, shown: ColumnsPage, lines: string[]): Promise<unknown> {
  return t.waitFor(async () => assert.deepEqual(await linesIn(shown), lines), patient)
}

/** What the browser is given to be copied. */
function copied(page: Page): Promise<string> {
  return page.evaluate(() => {
    const clipboardData = new DataTransfer()
    const event = new ClipboardEvent('copy', { clipboardData, bubbles: true, cancelable: true })
    document.activeElement?.dispatchEvent(event)
    return clipboardData.getData('text/plain')
  })
}

const open = ['row 2', 'row 3', 'row 5', 'row 6', 'row 8', 'row 9', 'row 11', 'row 12']
const done = ['row 1', 'row 4', 'row 7', 'row 10']

describe('groups in the grid', { skip: cannotBrowse }, () => {
  let site: Site
  before(async () => {
    site = await openSite()
  })
  after(() => site.stop())

  it('have headings that arrows reach and fold, and are folded the same after a reload', async (t) => {
    const table = await makeTable(site, 'headings')
    const shown = await openTable(site, `${table}?total=size:sum`)
    const { page } = shown
    await shown.choose('state', 'Group by it')
    const headings = ['# open 8 Sum 48', '# done 4 Sum 18']
    const all = [headings[0]!, ...open, headings[1]!, ...done]
    await told(t, shown, all)
    assert.match(page.url(), /group=state/)
    assert.deepEqual(await axeViolations(page), [])

    await page.getByText('row 12', { exact: true }).click()
    await page.keyboard.press('ArrowDown')
    await isAt(t, shown, 'done\n4')
    await screenshot(page, 'table-grid-groups')
    await page.keyboard.press('ArrowDown')
    await isAt(t, shown, 'row 1')
    await page.keyboard.press('ArrowUp')
    await isAt(t, shown, 'done\n4')
    await page.keyboard.press('ArrowUp')
    await isAt(t, shown, 'row 12')
    // What goes from row to row goes over it.
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await isAt(t, shown, 'row 1')

    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowLeft')
    await told(t, shown, all.slice(0, 10))
    await isAt(t, shown, 'done\n4')
    await shown.status.getByText('12 rows', { exact: true }).waitFor()
    await page.keyboard.press('Home')
    await isAt(t, shown, 'open\n8')
    await page.keyboard.press('Enter')
    await told(t, shown, headings)
    assert.equal(await page.locator('.no-rows').count(), 0)
    await page.reload()
    await told(t, shown, headings)
    assert.deepEqual(await axeViolations(page), [])
    await page.getByRole('button', { name: /^done/ }).click()
    await told(t, shown, [...headings, ...done])
    await page.getByRole('button', { name: /^open/ }).click({ modifiers: ['Shift'] })
    await told(t, shown, all)
    await page.keyboard.press('ArrowDown')
    await isAt(t, shown, '2')
    await shown.visit.close()
  })

  it('have the rows that are added, changed and copied in them, whoever does it', async (t) => {
    const table = await makeTable(site, 'work')
    const shown = await openTable(site, `${table}?group=state`)
    const { page } = shown
    await told(t, shown, ['# open 8', ...open, '# done 4', ...done])

    // A range has rows only, and so has what is copied of it.
    await page.getByText('row 12', { exact: true }).click()
    await page.keyboard.press('Shift+ArrowDown')
    assert.equal(await copied(page), 'row 12\r\nrow 1')
    await shown.status.getByText('2 selected').waitFor()
    await page.keyboard.press('Control+d')
    const filled = [...open, '# done 4', 'row 12', 'row 4', 'row 7', 'row 10']
    await told(t, shown, ['# open 8', ...filled])
    await page.keyboard.press('Control+z')
    await told(t, shown, ['# open 8', ...open, '# done 4', ...done])

    await shown.cell(1, 'state').dblclick()
    await page.locator('.cell-editor').fill('done')
    await page.keyboard.press('Enter')
    await told(t, shown, [
      '# open 7',
      ...open.slice(1),
      '# done 5',
      'row 1',
      'row 2',
      ...done.slice(1),
    ])

    await page.getByRole('button', { name: 'Add a row to done' }).click()
    await page.locator('.cell-editor').waitFor()
    await page.keyboard.type('new')
    await page.keyboard.press('Enter')
    const added = ['# done 6', 'row 1', 'row 2', ...done.slice(1), 'new']
    await told(t, shown, ['# open 7', ...open.slice(1), ...added])
    // Beside a row it is in the group of that.
    await page.getByText('row 3', { exact: true }).click()
    await page.keyboard.press('Insert')
    await page.locator('.cell-editor').waitFor()
    await page.keyboard.type('below')
    await page.keyboard.press('Enter')
    await told(t, shown, ['# open 8', 'row 3', 'below', ...open.slice(2), ...added])

    // Somebody else takes a row elsewhere, to a group that was not there, and deletes one.
    await send(site, 'PUT', `${table}/3`, { state: null })
    await send(site, 'DELETE', `${table}/4`)
    const others = ['# done 5', 'row 1', 'row 2', 'row 7', 'row 10', 'new']
    await told(t, shown, [
      '# No value 1',
      'row 3',
      '# open 7',
      'below',
      ...open.slice(2),
      ...others,
    ])
    await shown.visit.close()
  })

  it('stand in groups, go by the order, and are kept by a view', async (t) => {
    const table = await makeTable(site, 'levels')
    const shown = await openTable(site, `${table}?group=state&sort=-state,-size`)
    const { page } = shown
    // The choices the other way round, and in each the largest first.
    const doneDown = ['row 4', 'row 7', 'row 10', 'row 1']
    const openDown = ['row 6', 'row 11', 'row 9', 'row 2', 'row 12', 'row 5', 'row 3', 'row 8']
    await told(t, shown, ['# done 4', ...doneDown, '# open 8', ...openDown])
    await shown.choose('day', 'Then group by it …')
    await page.getByRole('menuitem', { name: 'By month' }).click()
    const months = ['# January 2026 1', 'row 1', '# February 2026 1', 'row 10']
    const spring = ['# March 2026 1', 'row 7', '# April 2026 1', 'row 4']
    const inDone = ['# done 4', ...months, ...spring]
    const inOpen = [
      '# open 8',
      '# January 2026 2',
      'row 9',
      'row 5',
      '# February 2026 2',
      'row 6',
      'row 2',
    ]
    await told(t, shown, [
      ...inDone,
      ...inOpen,
      '# March 2026 2',
      'row 11',
      'row 3',
      '# April 2026 2',
      'row 12',
      'row 8',
    ])
    await screenshot(page, 'table-grid-groups-levels')
    await page.locator('.group-toggle', { hasText: 'January 2026' }).first().click()
    const folded = ['# done 4', '# January 2026 1', ...months.slice(2), ...spring, ...inOpen]
    const rest = ['# March 2026 2', 'row 11', 'row 3', '# April 2026 2', 'row 12', 'row 8']
    await told(t, shown, [...folded, ...rest])
    // From the heading inside to the one around it.
    await page.keyboard.press('ArrowLeft')
    await isAt(t, shown, 'done\n4')

    await page.getByRole('button', { name: 'Save as a view …' }).click()
    await page.getByLabel('Name of the view').fill('levels')
    await page.keyboard.press('Enter')
    await t.waitFor(() => assert.match(page.url(), /levels\?view=levels$/), patient)
    await page.reload()
    await told(t, shown, [...folded, ...rest])
    await shown.visit.close()
  })

  it('are found where they stand among 100,000 rows, and beside the grid where there are too many', async (t) => {
    const columns = [
      { name: 'name', type: 'text' },
      { name: 'group', type: 'integer' },
    ]
    await send(site, 'POST', 'tables', { name: 'many', columns })
    for (let from = 0; from < 100_000; from += 10_000) {
      const rows = Array.from({ length: 10_000 }, (_, index) => ({
        name: `row ${from + index + 1}`,
        group: (from + index) % 1000,
      }))
      await send(site, 'POST', 'many/rows', { rows })
    }
    const shown = await openTable(site, 'many?group=group')
    const { page } = shown
    await t.waitFor(async () => assert.equal((await linesIn(shown))[0], '# 0 100'), patient)
    await page.getByText('row 1', { exact: true }).click()
    await page.keyboard.press('Control+End')
    // The last of the last group.
    await t.waitFor(
      async () => assert.deepEqual((await linesIn(shown)).at(-1), 'row 100000'),
      patient,
    )
    // To the middle: 500 groups, each with its heading.
    await page.locator('.wx-scroll').evaluate((node) => {
      node.scrollTop = 500 * 101 * 32
    })
    const middle = ['# 500 100', 'row 501', 'row 1501', 'row 2501']
    await t.waitFor(async () => {
      const lines = await linesIn(shown)
      const at = lines.indexOf('# 500 100')
      assert.deepEqual(lines.slice(at, at + 4), middle)
      assert.deepEqual(lines.slice(at - 2, at), ['row 98500', 'row 99500'])
    }, patient)
    const heading = page.getByRole('button', { name: /^500/ })
    const { y } = await boxOf(heading)
    await heading.click()
    await t.waitFor(async () => {
      const lines = await linesIn(shown)
      const at = lines.indexOf('# 500 100')
      assert.deepEqual(lines.slice(at - 1, at + 3), [
        'row 99500',
        '# 500 100',
        '# 501 100',
        'row 502',
      ])
    }, patient)
    // It stays where it was.
    assert.equal((await boxOf(heading)).y, y)

    await shown.choose('name', 'Group by it')
    await page.getByText('There are more than 1,000 groups').waitFor()
    await page.getByRole('complementary', { name: 'Groups by name' }).waitFor()
    await t.waitFor(async () => assert.equal((await linesIn(shown))[0], 'row 1'), patient)
    await shown.visit.close()
  })
})

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { TestContext } from 'node:test'
import type { Page } from 'playwright-core'
import { axeViolations } from './axe-violations.ts'
import { cannotBrowse, openSite } from './browser.ts'
import type { Site, VisitOptions } from './browser.ts'
import { openTable, send as sendTo } from './columns-page.ts'
import { screenshot } from './screenshot.ts'
import { patient } from '../../../packages/server/test/fixtures/patient.ts'

type Stored = Record<string, unknown>

describe('the cells of a table', { skip: cannotBrowse }, () => {
  let site: Site
  before(async () => {
    site = await openSite()
  })
  after(() => site.stop())

  const open = (path: string, options: VisitOptions = {}) => openTable(site, path, options)
  const send = (method: string, path: string, body: unknown) => sendTo(site, method, path, body)

  async function make(name: string, count = 5): Promise<string> {
    const columns = [
      { name: 'name', type: 'text' },
      { name: 'size', type: 'number' },
      { name: 'day', type: 'date' },
      { name: 'state', type: 'text', options: ['open', 'done'] },
      { name: 'seen', type: 'boolean' },
      { name: 'more', type: 'json' },
    ]
    await send('POST', 'tables', { name, columns })
    for (let from = 0; from < count; from += 5000) {
      const length = Math.min(5000, count - from)
      const rows = Array.from({ length }, (_, index) => ({
        name: `row ${from + index + 1}`,
        size: from + index,
      }))
      await send('POST', `${name}/rows`, { rows })
    }
    return name
  }

  async function rows(table: string): Promise<Stored[]> {
    return (await (await fetch(site.url + table)).json()) as Stored[]
  }

  async function stores(t: TestContext, table: string, column: string, values: unknown[]) {
    await t.waitFor(async () => {
      const found = (await rows(table)).map((row) => row[column])
      assert.deepEqual(found, values)
    }, patient)
  }

  it('go by the keyboard alone: arrows, typing, Enter, Tab, Escape and Delete', async (t) => {
    const table = await make('typed')
    const { page, cell, column, visit } = await open(table)
    await cell(0, 'name').click()
    await atCell(t, page, 'name', 0)
    await page.keyboard.type('Meyer Ltd')
    await page.keyboard.press('Enter')
    await atCell(t, page, 'name', 1)
    await page.keyboard.type('Miller')
    await page.keyboard.press('Tab')
    await atCell(t, page, 'size', 1)
    await page.keyboard.type('3.5')
    await page.keyboard.press('Enter')
    await atCell(t, page, 'name', 2)
    await page.keyboard.press('ArrowRight')
    await atCell(t, page, 'size', 2)
    await stores(t, table, 'name', ['Meyer Ltd', 'Miller', 'row 3', 'row 4', 'row 5'])
    await stores(t, table, 'size', [0, 3.5, 2, 3, 4])

    await page.keyboard.press('F2')
    await page.keyboard.type('99')
    await page.keyboard.press('Escape')
    await atCell(t, page, 'size', 2)
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Shift+ArrowRight')
    await page.locator('.cell-range').waitFor()
    await screenshot(page, 'cells-range')
    await page.keyboard.press('Delete')
    await stores(t, table, 'name', ['Meyer Ltd', 'Miller', null, null, 'row 5'])
    await stores(t, table, 'size', [0, 3.5, null, null, 4])
    await page.keyboard.press('Control+z')
    await stores(t, table, 'name', ['Meyer Ltd', 'Miller', 'row 3', 'row 4', 'row 5'])
    await stores(t, table, 'size', [0, 3.5, 2, 3, 4])
    await t.waitFor(async () => assert.equal((await column('name'))[2], 'row 3'), patient)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Enter')
    assert.equal(await page.locator('.cell-editor').inputValue(), 'row 3')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+End')
    await atCell(t, page, 'more', 4)
    // Yes and no are said by a letter, in the words of other places, too.
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.type('y')
    await stores(t, table, 'seen', [null, null, null, null, true])
    await page.keyboard.type('n')
    await stores(t, table, 'seen', [null, null, null, null, false])
    await page.keyboard.type('qj')
    await stores(t, table, 'seen', [null, null, null, null, true])
    assert.equal(await page.locator('.cell-editor').count(), 0)
    await page.keyboard.press('Home')
    await atCell(t, page, 'id', 4)
    await visit.close()
  })

  it('are copied to and pasted from a spreadsheet, as one step', async (t) => {
    const table = await make('pasted', 4)
    const { page, cell, visit, tool } = await open(table, { locale: 'da-DK' })
    await cell(2, 'name').click()
    await paste(
      page,
      'Ähre\t1.234,50\t1.3.2027\tDone\tja\r\n"zwei\nZeilen"\t3,5\t\t\tnein\r\nneu\t7\t2.3.2027\topen\tx\r\n',
    )
    await stores(t, table, 'name', ['row 1', 'row 2', 'Ähre', 'zwei\nZeilen', 'neu'])
    await stores(t, table, 'size', [0, 1, 1234.5, 3.5, 7])
    await stores(t, table, 'day', [null, null, '2027-03-01', null, '2027-03-02'])
    await stores(t, table, 'state', [null, null, 'done', null, 'open'])
    await stores(t, table, 'seen', [null, null, true, false, true])
    await t.waitFor(async () => assert.equal(await cell(2, 'size').innerText(), '1234,5'), patient)
    await screenshot(page, 'cells-pasted')
    // The row that was added is selected with the others once it is written.
    await t.waitFor(async () => {
      const copied = await copy(page)
      assert.equal(
        copied.text,
        'Ähre\t1234,5\t1.3.2027\tdone\tTRUE\r\n"zwei\nZeilen"\t3,5\t\t\tFALSE\r\nneu\t7\t2.3.2027\topen\tTRUE',
      )
      assert.match(copied.html, /<table><tr><td[^>]*>Ähre<\/td>/)
      assert.match(copied.html, /zwei<br[^>]*>Zeilen/)
    }, patient)
    await tool('Undo').click()
    await stores(t, table, 'name', ['row 1', 'row 2', 'row 3', 'row 4'])
    await stores(t, table, 'size', [0, 1, 2, 3])
    await visit.close()
  })

  it('take a table of a page as Excel writes it, and one value into a whole range', async (t) => {
    const table = await make('html', 3)
    const { page, cell, visit } = await open(table)
    await cell(0, 'name').click()
    const html =
      '<html><body><table><tr><td>one<br>two</td><td>5</td></tr><tr><td colspan=2>wide &amp; <b>bold</b></td></tr></table>'
    await paste(page, 'not this', html)
    await stores(t, table, 'name', ['one\ntwo', 'wide & bold', 'row 3'])
    await stores(t, table, 'size', [5, null, 2])
    await cell(0, 'size').click()
    await cell(2, 'size').click({ modifiers: ['Shift'] })
    await paste(page, '12')
    await stores(t, table, 'size', [12, 12, 12])
    await visit.close()
  })

  it('that are more than there are columns are pasted as far as they fit, once one says so', async (t) => {
    const table = await make('wide', 3)
    const { page, cell, visit, button } = await open(table)
    await cell(0, 'state').click()
    await paste(page, 'open\tyes\t{"a":1}\ttoo much\r\ndone\tno\t\t\r\n')
    await page.getByText('There are 4 columns to paste, and only 3 from here on.').waitFor()
    await stores(t, table, 'state', [null, null, null])
    await screenshot(page, 'cells-too-wide')
    await button('Paste the first 3 columns').click()
    await stores(t, table, 'state', ['open', 'done', null])
    await stores(t, table, 'more', [{ a: 1 }, null, null])
    await atCell(t, page, 'state', 0)
    // Columns without anything in them are nothing to be lost.
    await cell(2, 'seen').click()
    await paste(page, 'yes\t[1]\t\t\r\n')
    await stores(t, table, 'seen', [true, false, true])
    await stores(t, table, 'more', [{ a: 1 }, null, [1]])
    await visit.close()
  })

  it('that are refused stay red with the reason beside them, and nothing else is pasted', async (t) => {
    const table = await make('half', 3)
    const { page, cell, visit } = await open(table)
    await cell(0, 'name').click()
    await paste(page, 'good\t1\r\nbad\tmany\r\n')
    const refused = page.locator('.cell-refused')
    await refused.waitFor()
    assert.equal(await refused.innerText(), 'many')
    await page.locator('.cell-reason', { hasText: '“many” is not a number.' }).waitFor()
    await page.getByText('One cell was not taken, so nothing was pasted.').waitFor()
    await screenshot(page, 'cells-refused')
    assert.deepEqual(await axeViolations(page), [])
    await stores(t, table, 'name', ['row 1', 'row 2', 'row 3'])
    await cell(1, 'size').click()
    await page.keyboard.press('Escape')
    await refused.waitFor({ state: 'detached' })
    assert.equal(await cell(1, 'size').innerText(), '1')
    await page.keyboard.type('lots')
    await page.keyboard.press('Enter')
    await atCell(t, page, 'size', 1)
    await page.locator('.cell-reason', { hasText: '“lots” is not a number.' }).waitFor()
    await page.keyboard.press('Enter')
    assert.equal(await page.locator('.cell-editor').inputValue(), 'lots')
    await page.locator('.cell-editor').fill('8')
    await page.keyboard.press('Enter')
    await stores(t, table, 'size', [0, 8, 2])
    await refused.waitFor({ state: 'detached' })
    await visit.close()
  })

  it('that are refused say why in sight, also at the edge of a small screen', async (t) => {
    const { page, cell, visit } = await open(await make('edge', 3), { width: 390 })
    await cell(1, 'size').click()
    await page.keyboard.type('as many as there were in the last delivery of the year')
    await page.keyboard.press('Enter')
    const reason = page.locator('.cell-reason', { hasText: 'is not a number.' })
    await reason.waitFor()
    await screenshot(page, 'cells-refused-at-edge')
    await t.waitFor(async () => {
      const { x, width } = (await reason.boundingBox())!
      assert.ok(x >= 0 && x + width <= 390, `from ${x} to ${x + width}`)
    }, patient)
    await visit.close()
  })

  it('are filled down by Ctrl+D and by the handle', async (t) => {
    const table = await make('filled', 5)
    const { page, cell, visit } = await open(table)
    await cell(0, 'name').click()
    await cell(2, 'size').click({ modifiers: ['Shift'] })
    await page.keyboard.press('Control+d')
    await stores(t, table, 'name', ['row 1', 'row 1', 'row 1', 'row 4', 'row 5'])
    await stores(t, table, 'size', [0, 0, 0, 3, 4])
    await cell(3, 'name').click()
    const handle = (await page.locator('.fill-handle').boundingBox())!
    await page.mouse.move(handle.x + 4, handle.y + 4)
    await page.mouse.down()
    await page.mouse.move(handle.x, handle.y + 20, { steps: 3 })
    await page.mouse.up()
    await stores(t, table, 'name', ['row 1', 'row 1', 'row 1', 'row 4', 'row 4'])
    await visit.close()
  })

  it('go on by their step where the handle is dragged from several, and are repeated else', async (t) => {
    const table = await make('series', 8)
    await send('PUT', `${table}/1`, { name: 'Box 09', size: 10, day: '2026-11-02', state: 'open' })
    await send('PUT', `${table}/2`, { name: 'Box 10', size: 20, day: '2026-11-09', state: 'done' })
    const { page, cell, visit } = await open(table)
    await cell(0, 'name').click()
    await cell(1, 'state').click({ modifiers: ['Shift'] })
    const handle = (await page.locator('.fill-handle').boundingBox())!
    await page.mouse.move(handle.x + 4, handle.y + 4)
    await page.mouse.down()
    const last = (await cell(4, 'state').boundingBox())!
    await page.mouse.move(handle.x, last.y + 10, { steps: 4 })
    await page.mouse.up()
    const names = ['Box 09', 'Box 10', 'Box 11', 'Box 12', 'Box 13', 'row 6', 'row 7', 'row 8']
    await stores(t, table, 'name', names)
    await stores(t, table, 'size', [10, 20, 30, 40, 50, 5, 6, 7])
    const days = ['02', '09', '16', '23', '30'].map((day) => `2026-11-${day}`)
    await stores(t, table, 'day', [...days, null, null, null])
    await stores(t, table, 'state', ['open', 'done', 'open', 'done', 'open', null, null, null])
    await t.waitFor(async () => assert.equal(await cell(4, 'size').innerText(), '50'), patient)
    await screenshot(page, 'cells-series')
    await page.keyboard.press('Control+z')
    await stores(t, table, 'size', [10, 20, 2, 3, 4, 5, 6, 7])
    await visit.close()
  })

  it('have today by Ctrl and a semicolon, or a point where that needs Shift', async (t) => {
    const table = await make('today', 3)
    await send('PATCH', `tables/${table}`, {
      changes: [{ addColumn: { name: 'at', type: 'datetime' } }],
    })
    const { page, cell, visit } = await open(table, { timezone: 'America/New_York' })
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format()
    await cell(0, 'day').click()
    await page.keyboard.press('Control+;')
    await cell(1, 'day').click()
    await page.keyboard.press('Control+.')
    await cell(2, 'at').click()
    const before = Date.now()
    await page.keyboard.press('Control+;')
    // Nothing but dates has a today.
    await cell(2, 'name').click()
    await page.keyboard.press('Control+;')
    await stores(t, table, 'day', [today, today, null])
    await t.waitFor(async () => {
      const [, , { at, name }] = (await rows(table)) as [Stored, Stored, Stored]
      assert.ok(Math.abs(Date.parse(String(at)) - before) <= 120_000, String(at))
      assert.equal(name, 'row 3')
    }, patient)
    await page.keyboard.press('Control+z')
    await visit.close()
  })

  it('of a range all get what was typed into one, by Ctrl and Enter', async (t) => {
    const table = await make('spread', 4)
    const { page, cell, visit } = await open(table)
    await cell(0, 'size').click()
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.type('7')
    await page.locator('.cell-editor:focus').waitFor()
    await page.keyboard.press('Control+Enter')
    await stores(t, table, 'size', [7, 7, 7, 3])
    await atCell(t, page, 'size', 0)
    await page.keyboard.press('Control+z')
    await stores(t, table, 'size', [0, 1, 2, 3])
    // Of one cell alone nothing else is written.
    await cell(1, 'name').dblclick()
    await page.locator('.cell-editor:focus').waitFor()
    await page.keyboard.press('Control+Enter')
    await page.keyboard.type('below')
    await page.keyboard.press('Enter')
    await stores(t, table, 'name', ['row 1', 'row 2\nbelow', 'row 3', 'row 4'])
    await visit.close()
  })

  it('of every kind are edited: a day, JSON, several lines, a choice', async (t) => {
    const table = await make('kinds-of', 2)
    const { page, cell, visit } = await open(table, { locale: 'da-DK' })
    await cell(0, 'day').click()
    await page.keyboard.type('1.3.2027')
    await page.getByRole('button', { name: 'Today' }).waitFor()
    await screenshot(page, 'cells-day')
    await page.keyboard.press('Enter')
    await stores(t, table, 'day', ['2027-03-01', null])
    await cell(0, 'state').click()
    await page.keyboard.type('do')
    await page.getByRole('option', { name: 'done' }).waitFor()
    await screenshot(page, 'cells-choice')
    await page.keyboard.press('Enter')
    await stores(t, table, 'state', ['done', null])
    await cell(0, 'more').click()
    await page.keyboard.press('Enter')
    await page.keyboard.type('{"a": [1, 2]}')
    await page.keyboard.press('Enter')
    await stores(t, table, 'more', [{ a: [1, 2] }, null])
    await cell(1, 'name').click()
    await page.keyboard.type('first')
    await page.keyboard.press('Shift+Enter')
    await page.keyboard.type('second')
    await screenshot(page, 'cells-long')
    await page.keyboard.press('Enter')
    await stores(t, table, 'name', ['row 1', 'first\nsecond'])
    await cell(0, 'seen').click({ position: { x: 4, y: 4 } })
    await page.keyboard.press('Space')
    await stores(t, table, 'seen', [true, null])
    await visit.close()
  })

  it('show who else is in one, and tell the later of two who write into it', async (t) => {
    const table = await make('together', 3)
    const ann = await open(table)
    const ben = await open(table)
    await ben.cell(1, 'name').click()
    await ann.cell(0, 'name').click()
    const frame = ann.page.locator('.cell-other')
    await frame.waitFor()
    await t.waitFor(async () => {
      const [one, other] = [await frame.boundingBox(), await ann.cell(1, 'name').boundingBox()]
      assert.ok(one && other && Math.abs(one.y - other.y) < 2 && Math.abs(one.x - other.x) < 2)
    }, patient)
    await screenshot(ann.page, 'cells-together')
    await ann.cell(1, 'name').dblclick()
    await ann.page.locator('.cell-editor').fill('of Ann')
    await ben.edit(1, 'name', 'of Ben')
    await stores(t, table, 'name', ['row 1', 'of Ben', 'row 3'])
    // What comes later by the same stream says that the other has come.
    await send('PUT', `${table}/3`, { size: 77 })
    await t.waitFor(async () => {
      assert.equal((await ann.cell(2, 'size').innerText()).trim(), '77')
    }, patient)
    await ann.page.keyboard.press('Enter')
    await ann.page.getByText('wrote “of Ben” into this cell while you did').waitFor()
    await stores(t, table, 'name', ['row 1', 'of Ann', 'row 3'])
    await ann.button('Take theirs').click()
    await stores(t, table, 'name', ['row 1', 'of Ben', 'row 3'])
    await ann.visit.close()
    await ben.visit.close()
  })

  it('keep nobody out while they are edited, on a phone and in the dark', async () => {
    const table = await make('phone', 3)
    const { page, cell, visit } = await open(table, {
      width: 390,
      height: 740,
      colorScheme: 'dark',
    })
    await cell(1, 'name').click()
    assert.deepEqual(await axeViolations(page), [])
    await page.keyboard.press('Enter')
    await page.locator('.cell-editor').waitFor()
    assert.deepEqual(await axeViolations(page), [])
    await page.keyboard.press('Escape')
    await page.keyboard.press('End')
    for (let left = 0; left < 2; left++) await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Enter')
    await page.getByRole('option', { name: 'open' }).waitFor()
    assert.deepEqual(await axeViolations(page), [])
    await screenshot(page, 'cells-phone')
    const isWider = 'document.documentElement.scrollWidth > innerWidth'
    assert.equal(await page.evaluate(isWider), false)
    await visit.close()
  })

  it('go below the header with what is selected in them', async (t) => {
    const shown = await open('films')
    const { page, cell } = shown
    await cell(0, 'name').click()
    await page.keyboard.press('Shift+ArrowDown')
    await page.mouse.wheel(0, 20)
    await t.waitFor(async () => {
      // What is drawn over the cells lets the mouse through.
      const topmost = await page.evaluate(() => {
        const [header, range] = ['.wx-header-wrapper', '.cell-range'].map((selector) =>
          document.querySelector<HTMLElement>(`.grid-area ${selector}`),
        )
        if (!header || !range) return null
        range.style.pointerEvents = 'auto'
        const { left, width, top } = range.getBoundingClientRect()
        const isAway = top < header.getBoundingClientRect().bottom - 10
        const at = document.elementFromPoint(left + width / 2, top + 5)
        return isAway && at && (header.contains(at) ? 'header' : at.className)
      })
      assert.equal(topmost, 'header')
    }, patient)
    await screenshot(page, 'cells-below-header')
    await shown.visit.close()
  })

  it('are copied also where they are not loaded', async (t) => {
    const table = await make('many', 3000)
    const { page, cell, visit } = await open(table)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await cell(0, 'name').click()
    await page.keyboard.press('Control+Shift+ArrowDown')
    await t.waitFor(async () => {
      assert.ok((await page.locator('.wx-body').innerText()).includes('row 3000'))
    }, patient)
    await page.keyboard.press('Control+c')
    await page.getByText('3,000 rows were copied.').waitFor()
    const text = await page.evaluate('navigator.clipboard.readText()')
    const lines = String(text).split('\r\n')
    assert.deepEqual([lines.length, lines[0], lines[2999]], [3000, 'row 1', 'row 3000'])
    await page.keyboard.press('Control+Home')
    await atCell(t, page, 'id', 0)
    await visit.close()
  })
})

/** Which cell has the frame, by where it is on the screen, and the keyboard with it. */
async function atCell(t: TestContext, page: Page, column: string, row: number): Promise<void> {
  await t.waitFor(async () => {
    const frame = (await page.locator('.cell-frame').boundingBox())!
    const shown = page.locator(`.wx-body .wx-row [data-col-id=":${column}"]`)
    const place = page.locator(`.wx-row[aria-rowindex="${row + 1}"] [data-col-id=":${column}"]`)
    assert.ok((await shown.count()) > 0)
    const box = (await place.boundingBox())!
    const away = [frame.x - box.x, frame.y - box.y, frame.width - box.width]
    assert.ok(
      away.every((by) => Math.abs(by) < 3),
      JSON.stringify({ frame, box }),
    )
    const focus = await page.evaluate('document.activeElement.closest(".grid-area") !== null')
    assert.ok(focus)
  }, patient)
}

async function paste(page: Page, text: string, html = ''): Promise<void> {
  await page.evaluate(
    ([plain, rich]) => {
      const data = new DataTransfer()
      data.setData('text/plain', plain!)
      if (rich) data.setData('text/html', rich)
      const event = new ClipboardEvent('paste', {
        clipboardData: data,
        bubbles: true,
        cancelable: true,
      })
      document.activeElement!.dispatchEvent(event)
    },
    [text, html],
  )
}

async function copy(page: Page): Promise<{ text: string; html: string }> {
  return page.evaluate(() => {
    const clipboardData = new DataTransfer()
    const event = new ClipboardEvent('copy', { clipboardData, bubbles: true, cancelable: true })
    document.activeElement!.dispatchEvent(event)
    return { text: clipboardData.getData('text/plain'), html: clipboardData.getData('text/html') }
  })
}

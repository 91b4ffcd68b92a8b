import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { TestContext } from 'node:test'
import type { Locator } from 'playwright-core'
import { choiceColors } from '@triptych/contract/choices'
import type { Column, Table } from '@triptych/contract/tables'
import { axeViolations } from './axe-violations.ts'
import { cannotBrowse, openSite } from './browser.ts'
import type { Site } from './browser.ts'
import { boxOf, focused, isAt, openTable, send } from './columns-page.ts'
import type { ColumnsPage } from './columns-page.ts'
import { screenshot } from './screenshot.ts'
import { patient } from '../../../packages/server/test/fixtures/patient.ts'

const columns = [
  { name: 'part', type: 'text' },
  { name: 'state', type: 'text', options: ['New', 'In work', 'Done'] },
  { name: 'tags', type: 'json', options: ['urgent', 'fragile'] },
]
const rows = [
  { part: 'Nail', state: 'New', tags: ['urgent', 'fragile'] },
  { part: 'Board', state: 'Done', tags: ['fragile'] },
]

const groundOf = (chip: Locator) => chip.evaluate((node) => getComputedStyle(node).backgroundColor)
const lightGreen = 'rgb(182, 247, 203)'

/** How well the texts of chips are read: by the luminances of WCAG. */
const contrasts = `[...document.querySelectorAll('.wx-body .chip')].map((chip) => {
  const light = (text) => {
    const parts = text.match(/[\\d.]+/g).slice(0, 3).map((part) => {
      const value = part / 255
      return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
  }
  const { color, backgroundColor } = getComputedStyle(chip)
  const [low, high] = [light(color), light(backgroundColor)].sort((a, b) => a - b)
  return { text: chip.innerText, ground: backgroundColor, contrast: (high + 0.05) / (low + 0.05) }
})`

async function openColumn(shown: ColumnsPage, name: string): Promise<Locator> {
  await shown.choose(name, 'Change what it holds …')
  const dialog = shown.page.getByRole('dialog')
  await dialog.waitFor()
  return dialog
}

async function save(dialog: Locator): Promise<void> {
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
}

const hasGround = (t: TestContext, chip: Locator, colour: string) =>
  t.waitFor(async () => assert.equal(await groundOf(chip), colour), patient)

describe('the colours of choices', { skip: cannotBrowse }, () => {
  let site: Site
  before(async () => {
    site = await openSite()
  })
  after(() => site.stop())

  async function make(name: string, all: object[] = columns): Promise<string> {
    await send(site, 'POST', 'tables', { name, columns: all })
    if (all === columns) await send(site, 'POST', `${name}/rows`, { rows })
    return name
  }

  async function column(table: string, name: string): Promise<Column> {
    const { columns: all } = (await send(site, 'GET', `tables/${table}`)) as Table
    return all.find((one) => one.name === name)!
  }

  it('are chosen in the form of the column, and seen by all wherever the choice is', async (t) => {
    const table = await make('chosen')
    const [shown, other] = [await openTable(site, table), await openTable(site, table)]
    const { page, cell } = shown
    const usual = await groundOf(cell(1, 'state').locator('.chip'))
    assert.notEqual(usual, lightGreen)

    const dialog = await openColumn(shown, 'state')
    await dialog.getByRole('button', { name: 'Colour of Done: By its name' }).click()
    const menu = page.getByRole('menu', { name: 'Colour of Done' })
    await menu.waitFor()
    await screenshot(page, 'table-choice-colours')
    assert.deepEqual(await axeViolations(page), [])
    await menu.getByRole('menuitemradio', { name: 'Green', exact: true }).click()
    await dialog.getByRole('button', { name: 'Colour of Done: Green' }).waitFor()
    assert.equal(await focused(page), 'Colour of Done: Green')
    await dialog.getByText('All rows fit.').waitFor()
    await save(dialog)

    for (const one of [shown, other]) {
      await hasGround(t, one.cell(1, 'state').locator('.chip'), lightGreen)
      assert.equal(await one.cell(1, 'state').innerText(), 'Done')
    }
    // Those that nobody gave one look as they did.
    assert.equal((await column(table, 'state')).colors?.['Done'], 'green')
    assert.deepEqual((await column(table, 'state')).options, ['New', 'In work', 'Done'])
    const untouched = cell(0, 'state').locator('.chip')
    assert.match((await untouched.getAttribute('style')) ?? '', /^--hue: ?\d+;?$/)

    await cell(0, 'state').dblclick()
    const list = page.getByRole('listbox', { name: 'Choices' })
    await hasGround(t, list.locator('.chip', { hasText: 'Done' }), lightGreen)
    await page.keyboard.press('Escape')
    await page.reload()
    await hasGround(t, cell(1, 'state').locator('.chip'), lightGreen)
    await shown.choose('state', 'Group by it')
    const heading = page.getByRole('button', { name: /^Done/ })
    await hasGround(t, heading.locator('.chip'), lightGreen)
    await screenshot(page, 'table-choice-colours-grid')

    const again = await openColumn(shown, 'state')
    await again.getByRole('button', { name: 'Colour of Done: Green' }).click()
    await page.getByRole('menuitemradio', { name: 'By its name' }).click()
    await save(again)
    await hasGround(t, other.cell(1, 'state').locator('.chip'), usual)
    assert.ok(!Object.hasOwn(await column(table, 'state'), 'colors'))
    await other.visit.close()
    await shown.visit.close()
  })

  it('of several choices are shown in cells and in the form of a row', async (t) => {
    const [part, state, tags] = columns
    await send(site, 'POST', 'tables', {
      name: 'several',
      columns: [part, state, { ...tags, colors: { fragile: 'green' } }],
    })
    await send(site, 'POST', 'several/rows', { rows })
    const { page, cell, visit } = await openTable(site, 'several')
    await hasGround(t, cell(0, 'tags').locator('.chip', { hasText: 'fragile' }), lightGreen)
    await cell(0, 'part').click()
    await page.keyboard.press('Space')
    const boxes = page.getByRole('group', { name: 'tags' })
    await hasGround(t, boxes.locator('.chip', { hasText: 'fragile' }), lightGreen)
    await visit.close()
  })

  it('are twelve, each read well in the light and in the dark, and none like another', async () => {
    const options = [...choiceColors]
    const colors = Object.fromEntries(options.map((color) => [color, color]))
    await make('palette', [{ name: 'look', type: 'text', options, colors }])
    await send(site, 'POST', 'palette/rows', { rows: options.map((look) => ({ look })) })
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page, visit } = await openTable(site, 'palette', { colorScheme })
      const seen =
        await page.evaluate<{ text: string; ground: string; contrast: number }[]>(contrasts)
      assert.deepEqual(
        seen.map(({ text }) => text),
        options,
      )
      for (const { text, contrast } of seen) assert.ok(contrast >= 4.5, `${text}: ${contrast}`)
      assert.equal(new Set(seen.map(({ ground }) => ground)).size, 12)
      await screenshot(page, `table-palette-${colorScheme}`)
      await visit.close()
    }
  })
})

describe('the choices of a column', { skip: cannotBrowse }, () => {
  let site: Site
  before(async () => {
    site = await openSite()
  })
  after(() => site.stop())

  async function optionsOf(table: string, at: number) {
    const { columns: all } = (await send(site, 'GET', `tables/${table}`)) as Table
    return all[at]!.options
  }

  async function open(name: string, options = {}) {
    await send(site, 'POST', 'tables', { name, columns })
    await send(site, 'POST', `${name}/rows`, { rows })
    const shown = await openTable(site, name, options)
    await shown.choose('state', 'Change what it holds …')
    const dialog = shown.page.getByRole('dialog')
    const fields = dialog.getByLabel(/^Choice \d of column 1$/)
    await fields.first().waitFor()
    return {
      shown,
      page: shown.page,
      dialog,
      names: () => fields.evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value)),
      more: dialog.getByLabel('Options of column 1'),
      saved: async () => {
        await dialog.getByRole('button', { name: 'Save', exact: true }).click()
        await dialog.waitFor({ state: 'detached' })
        return optionsOf(name, 1)
      },
    }
  }

  it('are added, moved and deleted by keys, and the keyboard stays where it is needed', async (t) => {
    const { shown, page, dialog, names, more, saved } = await open('keys')
    await more.click()
    await page.keyboard.type('Late')
    await page.keyboard.press('Enter')
    await page.keyboard.type('Sent, Lost, Done, ')
    assert.deepEqual(await names(), ['New', 'In work', 'Done', 'Late', 'Sent', 'Lost'])
    assert.equal(await focused(page), 'Options of column 1')
    assert.equal(await dialog.isVisible(), true)

    await dialog.getByRole('button', { name: 'Move Late' }).focus()
    await page.keyboard.press('ArrowUp')
    await isAt(t, shown, 'Move Late')
    await page.keyboard.press('ArrowUp')
    await isAt(t, shown, 'Move Late')
    await dialog.getByText('Late is number 2').waitFor({ state: 'attached' })
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowDown')
    await isAt(t, shown, 'Move Late')
    assert.deepEqual(await names(), ['New', 'Late', 'In work', 'Done', 'Sent', 'Lost'])
    await dialog.getByRole('button', { name: 'Delete Lost' }).focus()
    await page.keyboard.press('Enter')
    await isAt(t, shown, 'Delete Sent')
    // By keys alone: the colours open at the first, and go back to where they were asked for.
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Shift+Tab')
    await isAt(t, shown, 'Colour of Sent: Yellow')
    await page.keyboard.press('Enter')
    await page.keyboard.press('v')
    await page.keyboard.press('Enter')
    await isAt(t, shown, 'Colour of Sent: Violet')
    // What is typed and not yet in the list counts, too.
    await more.fill('Paid')
    assert.deepEqual(await saved(), ['New', 'Late', 'In work', 'Done', 'Sent', 'Paid'])
    await shown.visit.close()
  })

  it('are put in order by the mouse, in which they are offered then', async (t) => {
    const { shown, page, dialog, names, saved } = await open('dragged')
    const [from, to] = [
      await boxOf(dialog.getByRole('button', { name: 'Move Done' })),
      await boxOf(dialog.getByRole('button', { name: 'Move New' })),
    ]
    await page.mouse.move(from.x + 8, from.y + 8)
    await page.mouse.down()
    await page.mouse.move(to.x + 8, to.y + to.height, { steps: 4 })
    // The dialog may have become higher, and with that have begun further up.
    await page.mouse.move(to.x + 8, to.y - 20, { steps: 4 })
    await screenshot(page, 'table-choice-dragged')
    await t.waitFor(
      async () => assert.deepEqual(await names(), ['Done', 'New', 'In work']),
      patient,
    )
    await page.mouse.up()
    await isAt(t, shown, 'Move Done')
    await page.mouse.move(to.x + 8, to.y + 200)
    assert.deepEqual(await names(), ['Done', 'New', 'In work'])
    assert.deepEqual(await saved(), ['Done', 'New', 'In work'])

    await page.reload()
    await shown.cell(0, 'state').dblclick()
    const list = page.getByRole('listbox', { name: 'Choices' })
    await list.waitFor()
    assert.deepEqual(await list.locator('.chip').allInnerTexts(), ['Done', 'New', 'In work'])
    await page.keyboard.press('Escape')
    await shown.visit.close()
  })

  it('are in the list as soon as one goes on, by Tab or by a click, and a button stays where it is', async () => {
    const { shown, page, dialog, names, more } = await open('left')
    await more.click()
    await page.keyboard.type('Late')
    await page.keyboard.press('Tab')
    await dialog.getByRole('button', { name: 'Colour of Late: Green' }).waitFor()
    await more.click()
    await page.keyboard.type('Lost')
    await dialog.getByLabel('Name of column 1').click()
    await dialog.getByRole('button', { name: /^Colour of Lost: (?!Green|By its name)/ }).waitFor()
    assert.deepEqual(await names(), ['New', 'In work', 'Done', 'Late', 'Lost'])
    assert.equal(await more.inputValue(), '')
    await more.click()
    await page.keyboard.type('Paid')
    await dialog.getByText('All rows fit.').waitFor()
    await dialog.getByRole('button', { name: 'Save', exact: true }).hover()
    await page.mouse.down()
    assert.equal(await more.inputValue(), 'Paid')
    await page.mouse.up()
    await dialog.waitFor({ state: 'detached' })
    assert.deepEqual(await optionsOf('left', 1), ['New', 'In work', 'Done', 'Late', 'Lost', 'Paid'])
    await shown.visit.close()
  })

  it('are pasted line by line, and may have commas in them', async () => {
    const { shown, page, dialog, names, more, saved } = await open('pasted')
    await more.focus()
    await page.evaluate(() => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', 'Waiting\r\nPaid\n')
      const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
      document.activeElement!.dispatchEvent(event)
    })
    assert.deepEqual(await names(), ['New', 'In work', 'Done', 'Waiting', 'Paid'])
    await dialog.getByLabel('Choice 4 of column 1').fill('Waiting, not paid')
    assert.deepEqual(await saved(), ['New', 'In work', 'Done', 'Waiting, not paid', 'Paid'])
    await page.reload()
    await shown.choose('state', 'Change what it holds …')
    await dialog.getByLabel('Choice 5 of column 1').waitFor()
    assert.deepEqual(await names(), ['New', 'In work', 'Done', 'Waiting, not paid', 'Paid'])
    await shown.visit.close()
  })

  it('are made in a cell, by going to what is offered, and never by a slip of the finger', async (t) => {
    const { shown, page, dialog } = await open('grown')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    const add = page.getByRole('option', { name: 'Add “Wait”' })
    await shown.cell(0, 'state').click()
    await page.keyboard.type('Wait')
    await add.waitFor()
    await screenshot(page, 'table-choice-added')
    assert.deepEqual(await axeViolations(page), [])
    await page.keyboard.press('Enter')
    await page.locator('.cell-refused', { hasText: 'Wait' }).waitFor()
    assert.deepEqual(await optionsOf('grown', 1), ['New', 'In work', 'Done'])

    await shown.cell(0, 'state').click()
    await page.keyboard.type('Wait')
    await add.waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await shown.cell(0, 'state').locator('.chip', { hasText: 'Wait' }).waitFor()
    await t.waitFor(async () => {
      const [first] = (await send(site, 'GET', 'grown')) as { state: string }[]
      assert.equal(first!.state, 'Wait')
    }, patient)
    assert.deepEqual(await optionsOf('grown', 1), ['New', 'In work', 'Done', 'Wait'])
    assert.equal(await page.locator('.cell-refused').count(), 0)
    // The keyboard is on the cell still.
    await page.keyboard.press('ArrowDown')
    await page.keyboard.type('ne')
    await page.keyboard.press('Enter')
    await t.waitFor(async () => {
      const [, second] = (await send(site, 'GET', 'grown')) as { state: string }[]
      assert.equal(second!.state, 'New')
    }, patient)

    await shown.cell(1, 'tags').click()
    await page.keyboard.type('urgent, heavy')
    await page.getByRole('option', { name: 'Add “heavy”' }).click()
    await t.waitFor(async () => {
      const [, second] = (await send(site, 'GET', 'grown')) as { tags: string[] }[]
      assert.deepEqual(second!.tags, ['urgent', 'heavy'])
    }, patient)
    assert.deepEqual(await optionsOf('grown', 2), ['urgent', 'fragile', 'heavy'])
    await shown.visit.close()
  })

  it('are renamed with the rows that hold them, before the eyes of others, and back', async (t) => {
    const { shown, page, dialog, saved } = await open('renamed')
    const other = await openTable(site, 'renamed')
    const name = dialog.getByLabel('Choice 1 of column 1')
    await name.fill('Not begun')
    await dialog.getByText('All rows fit.').waitFor()
    assert.deepEqual(await saved(), ['Not begun', 'In work', 'Done'])
    const shows = (text: string) =>
      t.waitFor(async () => {
        for (const one of [shown, other]) assert.equal(await one.cell(0, 'state').innerText(), text)
      }, patient)
    await shows('Not begun')
    await screenshot(page, 'table-choice-renamed')
    await page.keyboard.press('Control+z')
    await shows('New')
    assert.deepEqual(await optionsOf('renamed', 1), ['New', 'In work', 'Done'])
    await other.visit.close()
    await shown.visit.close()
  })

  it('fit on a phone, in the dark', async () => {
    const { shown, page, dialog } = await open('phone', {
      width: 390,
      height: 844,
      colorScheme: 'dark',
    })
    await dialog.getByRole('button', { name: 'Colour of Done: By its name' }).click()
    const menu = page.getByRole('menu', { name: 'Colour of Done' })
    const { x, y, width, height } = await boxOf(menu)
    assert.ok(x >= 0 && y >= 0 && x + width <= 390 && y + height <= 844)
    await screenshot(page, 'table-choice-colours-phone')
    assert.deepEqual(await axeViolations(page), [])
    await page.keyboard.press('Escape')
    await menu.waitFor({ state: 'detached' })
    assert.ok(await dialog.isVisible())
    await shown.visit.close()
  })
})

import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { mspdiSample } from '../../../packages/server/test/fixtures/mspdi-sample.ts'
import { readPdf } from '../../../packages/server/test/fixtures/read-pdf.ts'
import { axeViolations } from './axe-violations.ts'
import { cannotBrowse, openSite } from './browser.ts'
import type { Site } from './browser.ts'
import { row, schedulePage } from './schedule-page.ts'
import { screenshot } from './screenshot.ts'

/** To be looked at. */
const printed = join(tmpdir(), 'triptych-screenshots', 'plan-printed.pdf')

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Import a plan' })

const fileOf = (text: string) => ({
  name: 'Film.xml',
  mimeType: 'text/xml',
  buffer: Buffer.from(text),
})

async function choose(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: 'Import and export' }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

describe('plans of Microsoft Project on the page', { skip: cannotBrowse }, () => {
  let site: Site
  before(async () => {
    site = await openSite()
  })
  after(() => site.stop())
  const { ask, plan, open } = schedulePage(() => site)

  it('come in place of the plan, tell what does not count, and are taken back', async () => {
    const made = await plan('replaced')
    const visit = await open(made)
    const { page } = visit
    await choose(page, 'Import…')
    await dialog(page).getByLabel('File').setInputFiles(fileOf(mspdiSample))
    await dialog(page)
      .getByRole('radio', { name: /^In place/ })
      .check()
    assert.deepEqual(await axeViolations(page), [])
    await screenshot(page, 'plan-import')
    await dialog(page).getByRole('button', { name: 'Import' }).click()

    await row(page, 'Dig').waitFor({ state: 'detached' })
    const tasks = await ask<{ text: string }[]>('GET', 'w/replaced/tasks')
    await row(page, tasks[0]!.text).first().waitFor()
    const told = page.getByRole('dialog', { name: 'What does not count' })
    await told.getByRole('listitem').first().waitFor()
    await screenshot(page, 'plan-import-warnings')
    await page.keyboard.press('Escape')
    await told.waitFor({ state: 'detached' })
    await page
      .locator('button[aria-label="Import and export"]:focus')
      .waitFor({ state: 'attached' })
    await page.getByText(/tasks were imported/).waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await row(page, 'Dig').waitFor()
    await visit.close()
  })

  it('come behind the plan, and one that cannot be read changes nothing', async () => {
    const made = await plan('added')
    const visit = await open(made)
    const { page } = visit
    visit.allow(/400/)
    await choose(page, 'Import…')
    await dialog(page).getByLabel('File').setInputFiles(fileOf('<Project><Tasks>'))
    await dialog(page).getByRole('button', { name: 'Import' }).click()
    await dialog(page).getByRole('alert').waitFor()
    assert.equal((await ask<object[]>('GET', 'w/added/tasks')).length, 3)

    const name = '<Name>From elsewhere</Name>'
    const task = `<Task><UID>1</UID>${name}<OutlineLevel>1</OutlineLevel></Task>`
    const file = `<Project xmlns="http://schemas.microsoft.com/project"><Tasks>${task}</Tasks></Project>`
    await dialog(page).getByLabel('File').setInputFiles(fileOf(file))
    await dialog(page).getByRole('button', { name: 'Import' }).click()
    await page.getByText('One task was imported.').waitFor()
    await row(page, 'From elsewhere').waitFor()
    await row(page, 'Dig').waitFor()
    await visit.close()
  })

  it('go out as a file', async () => {
    const visit = await open(await plan('exported'))
    const { page } = visit
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      choose(page, 'Export for Microsoft Project'),
    ])
    assert.equal(download.suggestedFilename(), 'plan.xml')
    assert.match(await readFile(await download.path(), 'utf8'), /<Name>Dig<\/Name>/)
    await visit.close()
  })

  it('come from a table, which tells the row of what does not count', async () => {
    const visit = await open(await plan('table'))
    const { page } = visit
    await choose(page, 'Import…')
    const csv = 'Name,Start,Duration,Calendar\nPaint,2026-03-09,2d,\nDry,2026-03-11,1d,Nights\n'
    const file = { name: 'Plan.CSV', mimeType: '', buffer: Buffer.from(csv) }
    await dialog(page).getByLabel('File').setInputFiles(file)
    await dialog(page).getByRole('button', { name: 'Import' }).click()

    const told = page.getByRole('dialog', { name: 'What does not count' })
    await told.getByText(/^Calendar in row 3: /).waitFor()
    await row(page, 'Paint').waitFor()
    await visit.close()
  })

  it('go out as tables, calendars and pictures of the chart', async () => {
    const visit = await open(await plan('files'))
    const { page } = visit
    for (const [item, name, begin] of [
      ['Export to Excel', 'plan.xlsx', 'PK'],
      ['Export as CSV', 'plan.csv', 'ID,WBS'],
      ['Export as iCalendar', 'plan.ics', 'BEGIN:VCALENDAR'],
      ['Export as SVG', 'plan.svg', '<svg '],
      ['Export as PNG', 'plan.png', '\x89PNG'],
    ] as const) {
      const [download] = await Promise.all([page.waitForEvent('download'), choose(page, item)])
      assert.equal(download.suggestedFilename(), name)
      const text = await readFile(await download.path(), 'latin1')
      assert.ok(text.startsWith(begin), `${name}: ${text.slice(0, 100)}`)
    }
    await visit.close()
  })

  it('go out as a PDF with what was asked for, and say why where there is none', async () => {
    const visit = await open(await plan('paper'))
    const { page } = visit
    visit.allow(/422/)
    await choose(page, 'Export as PDF…')
    const asked = page.getByRole('dialog', { name: 'Save as PDF' })
    await asked.getByLabel('Title').fill('House')
    await asked.getByLabel('Paper').selectOption('A3')
    await asked.getByLabel('Orientation').selectOption('Portrait')
    await asked.getByLabel('Duration').uncheck()
    await asked.getByLabel('Resources').check()
    assert.deepEqual(await axeViolations(page), [])
    await screenshot(page, 'plan-pdf')
    await asked.getByLabel('Scale').selectOption('Days')
    await asked.getByLabel('First day').fill('1900-01-01')
    await asked.getByRole('button', { name: 'Save' }).click()
    await asked
      .getByRole('alert')
      .getByText(/at most 500 pages/)
      .waitFor()
    await asked.getByLabel('Scale').selectOption('One page wide')
    await asked.getByLabel('First day').fill('2026-03-01')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      asked.getByRole('button', { name: 'Save' }).click(),
    ])

    await asked.waitFor({ state: 'detached' })
    assert.equal(download.suggestedFilename(), 'plan.pdf')
    const { pages } = await readPdf(await readFile(await download.path()))
    assert.deepEqual(
      pages.map(({ width, height }) => [Math.round(width), Math.round(height)]),
      [[842, 1191]],
    )
    const { texts } = pages[0]!
    for (const text of ['House', 'Dig', 'Lay', 'Resources', '2026-03-02']) {
      assert.ok(texts.includes(text), text)
    }
    assert.ok(!texts.includes('Duration'))
    await visit.close()
  })

  it('are printed by the key for it, from a tab of their own', async () => {
    const visit = await open(await plan('print'))
    const { page } = visit
    await page.keyboard.press('Control+p')
    const asked = page.getByRole('dialog', { name: 'Print the plan' })
    const [request] = await Promise.all([
      page.context().waitForEvent('request', (one) => one.url().includes('format=pdf')),
      asked.getByRole('button', { name: 'Open to print' }).click(),
    ])
    assert.match(request.url(), /inline=true/)
    const answer = await request.response()
    assert.match((await answer!.allHeaders())['content-disposition'] ?? '', /^inline/)
    await asked.waitFor({ state: 'detached' })
    await visit.close()
  })

  it('are printed without bars of buttons where the browser prints what it shows', async () => {
    const visit = await open(await plan('screen'))
    const { page } = visit
    await page.emulateMedia({ media: 'print' })
    for (const part of [page.getByRole('banner'), page.getByRole('toolbar').first()]) {
      await part.waitFor({ state: 'hidden' })
    }
    const { pages } = await readPdf(await page.pdf({ preferCSSPageSize: true, path: printed }))
    assert.equal(pages.length, 1)
    assert.ok(pages[0]!.width > pages[0]!.height)
    const text = pages[0]!.texts.join(' ')
    for (const word of ['Dig', 'Lay', 'Roof']) assert.ok(text.includes(word), text)
    assert.ok(!text.includes('Today'), text)

    // A panel that is open takes no room on the paper.
    await page.emulateMedia({ media: 'screen' })
    await row(page, 'Lay').getByText('Lay').dblclick()
    await page.locator('.wx-sidearea').waitFor()
    await page.emulateMedia({ media: 'print' })
    for (const part of ['.wx-sidearea', '.gantt-filter']) {
      await page.locator(part).waitFor({ state: 'hidden' })
    }
    const { x, width } = (await page.locator('.gantt-stage > [data-menu-ignore]').boundingBox())!
    assert.equal(x + width, page.viewportSize()!.width)
    for (const format of ['A4', 'A3']) {
      const paper = await readPdf(await page.pdf({ format, landscape: true, path: printed }))
      assert.equal(paper.pages.length, 1, format)
      assert.ok(paper.pages[0]!.texts.join(' ').includes('Lay'), format)
    }
    await visit.close()
  })

  it('have room for their menu on a phone', async () => {
    const look = { width: 360, height: 740, colorScheme: 'dark' } as const
    const visit = await open(await plan('phone'), look)
    const { page } = visit
    const { x, width } = (await page
      .getByRole('button', { name: 'More about the view' })
      .boundingBox())!
    assert.ok(x + width <= 360, `up to ${x + width}`)
    const zoom = (await page.getByLabel('Zoom', { exact: true }).boundingBox())!
    assert.ok(zoom.width >= 60, `the zoom is ${zoom.width} wide`)
    await choose(page, 'Import…')
    await dialog(page).waitFor()
    assert.ok(Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth')) <= 0)
    assert.deepEqual(await axeViolations(page), [])
    await screenshot(page, 'plan-import-narrow-dark')
    await visit.close()
  })
})

import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { mspdiSample } from '../../../packages/server/test/fixtures/mspdi-sample.ts'
import { axeViolations } from './axe-violations.ts'
import { cannotBrowse, openSite } from './browser.ts'
import type { Site } from './browser.ts'
import { row, schedulePage } from './schedule-page.ts'
import { screenshot } from './screenshot.ts'

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

  it('have room for their menu on a phone', async () => {
    const look = { width: 360, height: 740, colorScheme: 'dark' } as const
    const visit = await open(await plan('phone'), look)
    const { page } = visit
    const { x, width } = (await page.getByRole('button', { name: 'Zoom in' }).boundingBox())!
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

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { axeViolations } from './axe-violations.ts'
import { cannotBrowse, openSite } from './browser.ts'
import type { Site } from './browser.ts'
import { openTable, send } from './columns-page.ts'
import type { ColumnsPage } from './columns-page.ts'
import { screenshot } from './screenshot.ts'
import { patient } from '../../../packages/server/test/fixtures/patient.ts'

const columns = [
  { name: 'name', type: 'text' },
  { name: 'photo', type: 'text', format: { kind: 'file' } },
]
const rows = [
  { name: 'Anna', photo: '/0 people/anna.txt' },
  { name: 'Ben', photo: '/0 people/gone.png' },
  { name: 'Cid' },
]

describe('columns of files', { skip: cannotBrowse }, () => {
  let site: Site
  before(async () => {
    site = await openSite()
    // The demo has folders, too: this is the first of all.
    for (const name of [
      '0 people/anna.txt',
      '0 people/old/cid.txt',
      '0 people/gone.png',
      'top.txt',
    ]) {
      await put(name)
    }
    await send(site, 'DELETE', 'files', { ids: ['/0 people/gone.png'] })
  })
  after(() => site.stop())

  async function put(name: string): Promise<void> {
    const form = new FormData()
    form.append('name', name)
    form.append('file', new Blob([`words of ${name}`]), name.slice(name.lastIndexOf('/') + 1))
    const { status } = await fetch(`${site.url}upload?id=/`, { method: 'POST', body: form })
    assert.equal(status, 200)
  }

  async function open(name: string): Promise<ColumnsPage> {
    await send(site, 'POST', 'tables', { name, columns })
    await send(site, 'POST', `${name}/rows`, { rows })
    return openTable(site, name)
  }
  const stored = async (table: string, id: number) =>
    ((await send(site, 'GET', `${table}/${id}`)) as { photo: unknown }).photo

  it('show the name, open the file, and tell that one is not there', async (t) => {
    const shown = await open('seen')
    const { page, cell } = shown
    shown.visit.allow(/404/)
    const photo = cell(0, 'photo').getByRole('button', { name: 'anna.txt' })
    assert.equal((await cell(0, 'photo').innerText()).trim(), 'anna.txt')
    assert.equal(await photo.getAttribute('title'), '/0 people/anna.txt')
    assert.equal(await photo.locator('svg').count(), 1)

    await photo.click()
    const viewer = page.getByRole('dialog', { name: 'anna.txt' })
    await viewer.getByText('words of 0 people/anna.txt').waitFor()
    await page.keyboard.press('Escape')
    await viewer.waitFor({ state: 'detached' })
    await page.locator('[data-col-id=":photo"]:focus').waitFor()
    await page.keyboard.press('Alt+Enter')
    await viewer.getByText('words of 0 people/anna.txt').waitFor()
    await page.keyboard.press('Escape')
    await viewer.waitFor({ state: 'detached' })

    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Alt+Enter')
    await page.getByText('“/0 people/gone.png” is not there.').waitFor()
    assert.equal((await cell(1, 'photo').innerText()).trim(), 'gone.png')
    assert.equal(await page.locator('dialog[open]').count(), 0)
    await screenshot(page, 'table-files')
    assert.deepEqual(await axeViolations(page), [])

    // As it is typed, whether it begins at the root or not.
    await shown.edit(2, 'photo', 'top.txt')
    await t.waitFor(async () => assert.equal(await stored('seen', 3), '/top.txt'), patient)
    await cell(2, 'photo').getByText('top.txt').waitFor()
    await shown.visit.close()
  })

  it('are filled by choosing, by keys alone', async (t) => {
    const shown = await open('chosen')
    const { page, cell } = shown
    const dialog = page.getByRole('dialog', { name: 'Choose a file' })
    const options = dialog.getByRole('option')
    const marked = dialog.locator('[aria-selected="true"]')

    await cell(2, 'name').click()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Alt+ArrowDown')
    await dialog.getByText('All files').waitFor()
    await marked.getByText('0 people').waitFor()
    await page.keyboard.press('Enter')
    await marked.getByText('old').waitFor()
    assert.deepEqual(
      (await options.allInnerTexts()).map((text) => text.trim()),
      ['One folder up', 'old', 'anna.txt'],
    )
    await page.keyboard.press('ArrowDown')
    await marked.getByText('anna.txt').waitFor()
    await screenshot(page, 'table-file-chooser')
    assert.deepEqual(await axeViolations(page), [])
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await t.waitFor(
      async () => assert.equal(await stored('chosen', 3), '/0 people/anna.txt'),
      patient,
    )

    // Escape leaves it as it is, and the next key is for the cell.
    await page.keyboard.press('Enter')
    await page.locator('.choose-file').waitFor()
    await page.keyboard.press('Alt+ArrowDown')
    await marked.getByText('anna.txt').waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    assert.equal(await stored('chosen', 3), '/0 people/anna.txt')
    await page.keyboard.press('Alt+ArrowDown')
    await dialog.waitFor()
    // What is found below counts, too, and Enter waits for it.
    await page.keyboard.type('cid')
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await t.waitFor(
      async () => assert.equal(await stored('chosen', 3), '/0 people/old/cid.txt'),
      patient,
    )
    await shown.visit.close()
  })

  it('are filled by an upload, in the form of a row, too', async (t) => {
    const shown = await open('sent')
    const { page } = shown
    await shown.cell(1, 'name').click()
    await page.keyboard.press(' ')
    const form = page.getByRole('complementary', { name: 'Row 2' })
    await form.getByRole('button', { name: 'Choose a file for photo' }).click()
    const dialog = page.getByRole('dialog', { name: 'Choose a file' })
    await dialog.getByText('/0 people', { exact: true }).waitFor()
    const [picker] = await Promise.all([
      page.waitForEvent('filechooser'),
      dialog.getByRole('button', { name: 'Upload …' }).click(),
    ])
    await picker.setFiles({ name: 'ben.txt', mimeType: 'text/plain', buffer: Buffer.from('Ben') })
    await dialog.waitFor({ state: 'detached' })
    await t.waitFor(async () => assert.equal(await stored('sent', 2), '/0 people/ben.txt'), patient)
    await form.getByRole('button', { name: 'Open ben.txt' }).click()
    const viewer = page.getByRole('dialog', { name: 'ben.txt' })
    await viewer.getByText('Ben', { exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await viewer.waitFor({ state: 'detached' })
    await form.getByRole('button', { name: 'Open ben.txt' }).and(page.locator(':focus')).waitFor()
    await shown.visit.close()
  })

  it('are made in the form of a column', async () => {
    const shown = await open('made')
    const { page } = shown
    await shown.choose('name', 'Insert right …')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name of column 1').fill('contract')
    await dialog.getByLabel('Type of column 1').selectOption('File')
    await dialog.getByRole('button', { name: 'Add' }).click()
    await shown.header('contract').waitFor()
    const { columns: all } = (await send(site, 'GET', 'tables/made')) as {
      columns: { name: string; format?: object }[]
    }
    assert.deepEqual(all.find(({ name }) => name === 'contract')?.format, { kind: 'file' })
    await shown.visit.close()
  })
})

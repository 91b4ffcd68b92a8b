import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { TestContext } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { focused, isFit } from './accounts-site.ts'
import { cannotBrowse, openSite } from './browser.ts'
import type { Site, Visit, VisitOptions } from './browser.ts'
import { name, nameField, select } from './files-page.ts'
import { screenshot } from './screenshot.ts'
import { patient } from '../../../packages/server/test/fixtures/patient.ts'

describe('a name that is taken', { skip: cannotBrowse }, () => {
  let site: Site
  before(async () => {
    site = await openSite()
  })
  after(() => site.stop())

  /** Puts a file on the server; the folders on the way are made. */
  async function put(path: string, bytes: string): Promise<void> {
    const form = new FormData()
    form.append('name', path)
    form.append('file', new Blob([bytes]), 'file')
    const answer = await fetch(new URL('upload?id=/', site.url), { method: 'POST', body: form })
    assert.equal(answer.status, 200)
  }

  async function listed(folder: string): Promise<string[]> {
    const answer = await fetch(new URL(`files?id=${folder}`, site.url))
    const entries = (await answer.json()) as { value: string; size?: number }[]
    return entries.map(({ value, size }) => `${value} ${size ?? '/'}`).toSorted()
  }

  async function holds(t: TestContext, folder: string, ...entries: string[]): Promise<void> {
    await t.waitFor(async () => assert.deepEqual(await listed(folder), entries), patient)
  }

  async function visit(t: TestContext, folder: string, options: VisitOptions = {}): Promise<Visit> {
    const visit = await site.openPage({ path: `#/files${folder}`, ...options })
    // It is the server that says so.
    visit.allow(/409/)
    t.after(() => visit.close())
    // The top of the drive may be shown before the folder is: there it would be another story.
    const [first] = await listed(folder)
    const [shown = ''] = first?.split(' ') ?? []
    await visit.page.locator('.wx-cards .wx-item', { hasText: shown }).first().waitFor()
    return visit
  }

  it('is asked about when files are uploaded, once for all of them', async (t) => {
    for (const file of ['a.txt', 'b.txt', 'c.txt']) await put(`up/${file}`, 'former')
    const { page } = await visit(t, '/up')
    await pick(page, ['a.txt', 'b.txt', 'c.txt', 'free.txt'])
    const dialog = await question(page, 'a.txt')
    assert.equal(await focused(page), 'Keep both')
    const [there, coming] = await dialog.locator('.both-files dd').allInnerTexts()
    assert.match(there ?? '', /^6 B · \d.*\d\d:\d\d( · larger)?$/)
    assert.match(coming ?? '', /^\d+ B · \d.*\d\d:\d\d · newer/)
    await isFit(page, 'clash-of-uploads')
    await dialog.getByRole('button', { name: 'Skip' }).click()
    const next = await question(page, 'b.txt')
    await next.getByLabel('Do the same for the other one').check()
    await next.getByRole('button', { name: 'Replace' }).click()
    await next.waitFor({ state: 'detached' })
    const panel = page.getByRole('region', { name: 'Uploads' })
    await panel.getByText('3 files uploaded').waitFor()
    await screenshot(page, 'clash-of-uploads-settled')
    await holds(t, '/up', 'a.txt 6', 'b.txt 3', 'c.txt 3', 'free.txt 3')

    await name(page, 'b.txt').click({ button: 'right' })
    await page.locator('.wx-menu').getByText('Versions…').click()
    const versions = page.getByRole('dialog', { name: 'Versions of “b.txt”' })
    await versions.getByText('6 B').waitFor()
    await page.keyboard.press('Escape')
  })

  it('ends what was dropped when Escape is pressed', async (t) => {
    await put('drop/a.txt', 'former')
    const { page } = await visit(t, '/drop')
    await page.evaluate(`(() => {
      const dataTransfer = new DataTransfer()
      for (const name of ['a.txt', 'b.txt']) dataTransfer.items.add(new File(['new'], name))
      const area = document.querySelector('.wx-upload-area')
      for (const type of ['dragenter', 'dragover', 'drop'])
        area.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }))
    })()`)
    const dialog = await question(page, 'a.txt')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('region', { name: 'Uploads' }).waitFor({ state: 'detached' })
    await page.getByText('Live', { exact: true }).waitFor()
    assert.deepEqual(await listed('/drop'), ['a.txt 6'])
  })

  it('is asked about when a file is renamed, and Enter keeps both', async (t) => {
    await put('names/a.txt', 'aa')
    await put('names/b.txt', 'former')
    const { page } = await visit(t, '/names')
    await select(page, 'a.txt')
    await page.keyboard.press('F2')
    await nameField(page).fill('b.txt')
    await page.keyboard.press('Enter')
    const dialog = await question(page, 'b.txt')
    await screenshot(page, 'clash-of-a-new-name')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'detached' })
    await shows(t, page, 'a.txt', 'b.txt')
    assert.deepEqual(await listed('/names'), ['a.txt 2', 'b.txt 6'])

    await select(page, 'a.txt')
    await page.keyboard.press('F2')
    await nameField(page).fill('b.txt')
    await page.keyboard.press('Enter')
    await question(page, 'b.txt')
    assert.equal(await focused(page), 'Keep both')
    await page.keyboard.press('Enter')
    await shows(t, page, 'b (2).txt', 'b.txt')
    await holds(t, '/names', 'b (2).txt 2', 'b.txt 6')
    // The next key is for what was renamed.
    await page.locator('.wx-item.wx-selected', { hasText: 'b (2).txt' }).waitFor()
    await page.keyboard.press('F2')
    await nameField(page).waitFor()
    assert.equal(await nameField(page).inputValue(), 'b (2).txt')
    await nameField(page).fill('b.txt')
    await page.keyboard.press('Enter')
    await question(page, 'b.txt')
    await page.keyboard.press('Shift+Tab')
    assert.equal(await focused(page), 'Replace')
    await page.keyboard.press('Enter')
    await shows(t, page, 'b.txt')
    await holds(t, '/names', 'b.txt 2')
    await page.locator('.wx-item.wx-selected', { hasText: 'b.txt' }).waitFor()
    await screenshot(page, 'clash-of-a-new-name-replaced')
  })

  it('is asked about when files are moved or copied, with keys only', async (t) => {
    await put('from/a.txt', 'new')
    await put('from/to/a.txt', 'former')
    const { page } = await visit(t, '/from')
    await select(page, 'a.txt')
    await page.keyboard.press('Control+c')
    // Beside what it is a copy of nobody wants it in place of that.
    await page.keyboard.press('Control+v')
    await name(page, 'a (2).txt').waitFor()
    await holds(t, '/from', 'a (2).txt 3', 'a.txt 3', 'to /')

    await select(page, 'a.txt')
    await page.keyboard.press('Control+x')
    await name(page, 'to').dblclick()
    await page.waitForURL(/from\/to$/)
    await name(page, 'a.txt').waitFor()
    await page.locator('.wx-cards').focus()
    await page.keyboard.press('Control+v')
    await question(page, 'a.txt')
    await screenshot(page, 'clash-of-a-move')
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Enter')
    await shows(t, page, 'a.txt')
    await holds(t, '/from/to', 'a.txt 3')
    await holds(t, '/from', 'a (2).txt 3', 'to /')
    // The keyboard is in the list again, and at what has come.
    await page.locator('.wx-item.wx-selected', { hasText: 'a.txt' }).waitFor()
    await page.keyboard.press('F2')
    assert.equal(await nameField(page).inputValue(), 'a.txt')
  })

  it('of a folder can only be kept beside, on a phone, in the dark', async (t) => {
    await put('phone/box/x.txt', 'x')
    await put('phone/in/box/y.txt', 'y')
    const { page } = await visit(t, '/phone', { width: 360, height: 640, colorScheme: 'dark' })
    await select(page, 'box')
    await page.keyboard.press('Control+c')
    await name(page, 'in').dblclick()
    await page.waitForURL(/phone\/in$/)
    await name(page, 'box').waitFor()
    await page.locator('.wx-cards').focus()
    await page.keyboard.press('Control+v')
    const dialog = await question(page, 'box')
    assert.equal(await dialog.getByRole('button', { name: 'Replace' }).count(), 0)
    await isFit(page, 'clash-on-a-phone')
    await dialog.getByRole('button', { name: 'Keep both' }).click()
    await holds(t, '/phone/in', 'box (2) /', 'box /')
  })

  it('is no matter any more for whoever leaves the files', async (t) => {
    await put('left/a.txt', 'new')
    await put('left/to/a.txt', 'former')
    const { page } = await visit(t, '/left')
    await select(page, 'a.txt')
    await page.keyboard.press('Control+x')
    await name(page, 'to').dblclick()
    await page.waitForURL(/left\/to$/)
    await name(page, 'a.txt').waitFor()
    await page.locator('.wx-cards').focus()
    await page.keyboard.press('Control+v')
    await question(page, 'a.txt')
    await page.evaluate(`location.hash = '#/gantt'`)
    await page.getByRole('region', { name: 'Plan' }).waitFor()
    await page.getByText('Live', { exact: true }).waitFor()
    assert.deepEqual(await listed('/left'), ['a.txt 3', 'to /'])
    await page.goBack()
    await name(page, 'a.txt').waitFor()
    assert.deepEqual(await listed('/left/to'), ['a.txt 6'])
  })
})

async function question(page: Page, file: string): Promise<Locator> {
  const dialog = page.getByRole('dialog', { name: `“${file}” is there already` })
  await dialog.waitFor()
  return dialog
}

async function shows(t: TestContext, page: Page, ...expected: string[]): Promise<void> {
  const names = page.locator('.wx-cards .wx-item .wx-info .wx-name')
  await t.waitFor(async () => {
    const shown = (await names.allTextContents()).map((text) => text.trim())
    assert.deepEqual(shown, expected)
  }, patient)
}

async function pick(page: Page, names: readonly string[]): Promise<void> {
  await page.getByRole('button', { name: 'New', exact: true }).click()
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByText('Upload files', { exact: true }).click(),
  ])
  await chooser.setFiles(
    names.map((file) => ({ name: file, mimeType: '', buffer: Buffer.from('new') })),
  )
}

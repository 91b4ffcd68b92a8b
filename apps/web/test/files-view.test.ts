import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { TestContext } from 'node:test'
import type { Page } from 'playwright-core'
import { axeViolations } from './axe-violations.ts'
import { cannotBrowse, openSite } from './browser.ts'
import type { Site, Visit, VisitOptions } from './browser.ts'
import { addEntry, confirmDelete, name, nameField, select } from './files-page.ts'
import { newFolder } from '../../../packages/server/test/fixtures/run-program.ts'
import { startPageServer } from './page-server.ts'
import { patient } from '../../../packages/server/test/fixtures/patient.ts'

describe('the files', { skip: cannotBrowse }, () => {
  let site: Site
  before(async () => {
    site = await openSite()
  })
  after(() => site.stop())

  /** Puts a file on the server; the folders on the way are made. */
  async function put(path: string, bytes = path): Promise<void> {
    const form = new FormData()
    form.append('name', path)
    form.append('file', new Blob([bytes]), 'file')
    const answer = await fetch(new URL('upload?id=/', site.url), { method: 'POST', body: form })
    assert.equal(answer.status, 200)
  }

  async function remove(path: string): Promise<void> {
    const body = JSON.stringify({ ids: [path] })
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(new URL('files', site.url), { method: 'DELETE', headers, body })
    assert.equal(answer.status, 200)
  }

  async function visit(t: TestContext, path: string, options: VisitOptions = {}): Promise<Visit> {
    const visit = await site.openPage({ path: `#/files${path}`, ...options })
    t.after(() => visit.close())
    await visit.page.locator('.wx-breadcrumbs, .wx-search').first().waitFor()
    return visit
  }

  it('keep nobody out, in any mode, light and dark', async (t) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page } = await visit(t, '/Pictures', { colorScheme })
      await select(page, 'Noon.svg')
      await page.getByRole('button', { name: 'Details' }).click()
      await page.getByText('Dimensions').waitFor()
      for (const mode of ['Table', 'Two panels', 'Cards']) {
        await page.getByRole('button', { name: mode }).click()
        await name(page, 'Noon.svg').first().waitFor()
        assert.deepEqual(await axeViolations(page), [], `${mode}, ${colorScheme}`)
      }
      await page.getByRole('button', { name: 'New', exact: true }).click()
      await page.locator('.wx-menu').getByText('New file', { exact: true }).click()
      await page.getByRole('textbox', { name: 'Name' }).waitFor()
      assert.deepEqual(await axeViolations(page), [], `a question, ${colorScheme}`)
    }
  })

  it('can be used on a telephone', async (t) => {
    const { page } = await visit(t, '', { width: 360, height: 640 })
    await page.getByRole('button', { name: 'Folders' }).click()
    await page.getByRole('treeitem', { name: 'Pictures' }).click()
    await name(page, 'Noon.svg').waitFor()
    assert.deepEqual(await axeViolations(page), [])
    const isWider = 'document.documentElement.scrollWidth > innerWidth'
    assert.equal(await page.evaluate(isWider), false)
  })

  it('are made, renamed and deleted, and are so after a reload', async (t) => {
    await put('work/old.txt')
    const { page } = await visit(t, '/work')
    await name(page, 'old.txt').waitFor()
    await addEntry(page, 'New folder', 'plans')
    await name(page, 'plans').waitFor()
    await select(page, 'old.txt')
    await page.keyboard.press('F2')
    await answer(page, 'new.txt')
    await name(page, 'new.txt').waitFor()
    await addEntry(page, 'New file', 'gone.txt')
    await select(page, 'gone.txt')
    await page.keyboard.press('Delete')
    await confirmDelete(page)
    await name(page, 'gone.txt').waitFor({ state: 'detached' })
    await isStored(t, '/work', ['new.txt', 'plans'])
    await page.reload()
    await name(page, 'new.txt').waitFor()
    assert.deepEqual(await names(page), ['plans', 'new.txt'])
  })

  it('are moved by cut and paste, with keys only', async (t) => {
    await put('keys/a.txt')
    await put('keys/into/b.txt')
    const { page } = await visit(t, '/keys')
    await name(page, 'a.txt').waitFor()
    await page.locator('.wx-cards').focus()
    for (const key of ['ArrowDown', 'ArrowRight']) await page.keyboard.press(key)
    await page.keyboard.press('Control+x')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Enter')
    await name(page, 'b.txt').waitFor()
    await page.locator('.wx-cards').focus()
    await page.keyboard.press('Control+v')
    await name(page, 'a.txt').waitFor()
    await isStored(t, '/keys/into', ['a.txt', 'b.txt'])
    await isStored(t, '/keys', ['into'])
  })

  it('are sorted both ways by any column, in each folder, and the next click counts', async (t) => {
    for (const [file, text] of [
      ['a.txt', '22'],
      ['b.txt', '1'],
      ['c.txt', '333'],
    ]) {
      for (const folder of ['sorted', 'sorted/below']) await put(`${folder}/${file}`, text)
    }
    const { page } = await visit(t, '/sorted')
    await page.getByRole('button', { name: 'Table' }).click()
    const header = (column: string) => page.getByRole('columnheader', { name: column })
    const shows = (...expected: string[]) =>
      t.waitFor(async () => {
        const shown = (await names(page)).map((text) => text.trim())
        assert.deepEqual(
          shown.filter((text) => expected.includes(text)),
          expected,
        )
      }, patient)

    for (const folder of ['/sorted', '/sorted/below']) {
      await shows('a.txt', 'b.txt', 'c.txt')
      await header('Name').click()
      await shows('c.txt', 'b.txt', 'a.txt')
      await header('Name').click()
      await shows('a.txt', 'b.txt', 'c.txt')
      await header('Size').click()
      await shows('c.txt', 'a.txt', 'b.txt')
      assert.equal(await header('Size').getAttribute('aria-sort'), 'descending')
      await header('Size').click()
      await shows('b.txt', 'a.txt', 'c.txt')
      assert.equal(await header('Size').getAttribute('aria-sort'), 'ascending')
      await header('Name').click()
      await shows('a.txt', 'b.txt', 'c.txt')

      await name(page, 'b.txt').click()
      await page.locator('.wx-row.wx-selected', { hasText: 'b.txt' }).waitFor()
      if (folder === '/sorted') await name(page, 'below').dblclick()
      await page.waitForURL(/below\?mode=table$/)
    }
  })

  it('stand in the address: folder, mode and what is searched for', async (t) => {
    await put('far/down/deep.txt')
    const { page } = await visit(t, '/far')
    await name(page, 'down').dblclick()
    await name(page, 'deep.txt').waitFor()
    assert.equal(await hash(page), '#/files/far/down')
    await page.getByRole('button', { name: 'Table' }).click()
    assert.equal(await hash(page), '#/files/far/down?mode=table')
    await page.goBack()
    await page.goBack()
    await name(page, 'down').waitFor()
    assert.equal(await hash(page), '#/files/far')
    await page.goForward()
    await name(page, 'deep.txt').waitFor()
    await page.reload()
    await name(page, 'deep.txt').waitFor()

    await page.getByRole('treeitem', { name: 'All files' }).press('Enter')
    await name(page, 'Read me first.txt').waitFor()
    await page.getByRole('textbox', { name: 'Search' }).fill('deep')
    await name(page, 'deep.txt').waitFor()
    assert.equal(await hash(page), '#/files?text=deep')
    await page.reload()
    await name(page, 'deep.txt').waitFor()
    assert.deepEqual(await names(page), ['deep.txt'])
  })

  it('that were found are opened where they are', async (t) => {
    await put('attic/box/letters/one.txt')
    const { page } = await visit(t, '?text=letters')
    await name(page, 'letters').dblclick()
    await name(page, 'one.txt').waitFor()
    assert.equal(await hash(page), '#/files/attic/box/letters')
    assert.equal(await page.getByRole('treeitem', { name: 'letters' }).count(), 1)
    await page.getByRole('button', { name: 'box' }).click()
    await name(page, 'letters').waitFor()
    assert.deepEqual(await names(page), ['letters'])
  })

  it('of a folder that is gone are those of the one above it', async (t) => {
    await put('left/a.txt')
    const { page } = await visit(t, '/left/not/here')
    await page.getByText('There is no folder /left/not/here').waitFor()
    await name(page, 'a.txt').waitFor()
    await page.waitForURL(/#\/files\/left$/)
  })

  it('of a folder that somebody deletes are left for those above it, with a word', async (t) => {
    await put('doomed/inner/a.txt')
    const { page } = await visit(t, '/doomed/inner')
    await name(page, 'a.txt').waitFor()
    await remove('/doomed/inner')
    await page.getByText('The folder /doomed/inner is gone.').waitFor()
    assert.equal(await hash(page), '#/files/doomed')
    await remove('/doomed')
    await page.getByText('The folder /doomed is gone.').waitFor()
    assert.equal(await hash(page), '#/files')
  })

  it('of a folder that the person deletes are left for those above it', async (t) => {
    await put('own/a.txt')
    const { page } = await visit(t, '/own')
    await name(page, 'a.txt').waitFor()
    await page.getByRole('treeitem', { name: 'own' }).click({ button: 'right' })
    await page.locator('.wx-menu .wx-value', { hasText: 'Delete…' }).click()
    await confirmDelete(page)
    await page.waitForURL(/#\/files$/)
    await saved(page)
  })

  it('that are pictures are seen under their new names and in their new places', async (t) => {
    await put('album/sun.svg', picture)
    await put('album/copies/b.txt')
    const { page } = await visit(t, '/album')
    await page.getByRole('button', { name: 'Details' }).click()
    await select(page, 'sun.svg')
    await page.keyboard.press('F2')
    await answer(page, 'moon.svg')
    await isSeen(t, page, '/album/moon.svg')
    await page.locator('.wx-cards').focus()
    await page.keyboard.press('Control+c')
    await name(page, 'copies').dblclick()
    await name(page, 'b.txt').waitFor()
    await page.locator('.wx-cards').focus()
    await page.keyboard.press('Control+v')
    await isSeen(t, page, '/album/copies/moon.svg')
  })

  it('are all chosen with Ctrl+A, and told apart when they are too many to download', async (t) => {
    const long = 'n'.repeat(200)
    for (let n = 0; n < 32; n++) await put(`many/${long}${n}.txt`)
    const { page } = await visit(t, '/many')
    await select(page, `${long}0.txt`)
    await page.keyboard.press('Control+a')
    await page.locator('.wx-cards .wx-item.wx-selected').nth(31).waitFor()
    assert.equal(await page.evaluate('String(getSelection())'), '')
    await name(page, `${long}0.txt`).click({ button: 'right' })
    await page.getByText('Download as zip').click()
    await page.getByText('These are too many for one download.').waitFor()
  })

  it('say so where there are none', async (t) => {
    await put('void/a.txt')
    await remove('/void/a.txt')
    const { page } = await visit(t, '/void')
    const area = page.locator('.files-empty .wx-upload-area')
    await area.waitFor()
    const words = `getComputedStyle(document.querySelector('.wx-upload-area'), '::after').content`
    assert.match(await page.evaluate(words), /This folder is empty/)
    const german = await visit(t, '/void', { locale: 'de-DE' })
    await german.page.locator('.files-empty .wx-upload-area').waitFor()
    assert.match(await german.page.evaluate(words), /Dieser Ordner ist leer. Ziehen/)
    await page.getByRole('button', { name: 'Table' }).click()
    await area.waitFor()
    await page.getByRole('button', { name: 'Cards' }).click()
    await addEntry(page, 'New file', 'first.txt')
    await area.waitFor({ state: 'detached' })
    await saved(page)
  })

  it('are the same for two people', async (t) => {
    await put('both/shared/a.txt')
    await put('both/note.txt')
    const [one, two] = [
      await visit(t, '/both'),
      await visit(t, '/both/shared', { timezone: 'Asia/Tokyo' }),
    ]
    await name(two.page, 'a.txt').waitFor()
    await select(one.page, 'shared')
    await one.page.keyboard.press('F2')
    await answer(one.page, 'common')
    await two.page.waitForURL(/#\/files\/both\/common$/)
    await addEntry(two.page, 'New file', 'b.txt')
    await name(one.page, 'common').dblclick()
    await name(one.page, 'b.txt').waitFor()
    assert.deepEqual(await names(one.page), ['a.txt', 'b.txt'])
    await select(two.page, 'a.txt')
    await two.page.keyboard.press('Delete')
    await confirmDelete(two.page)
    await name(one.page, 'a.txt').waitFor({ state: 'detached' })
    assert.deepEqual(await names(one.page), ['b.txt'])
  })

  it('that cannot be are taken back, with a word on why', async (t) => {
    await put('refused/a.txt')
    const v = await visit(t, '/refused')
    v.allow(/422/)
    await addEntry(v.page, 'New file', 'no/such.txt')
    await v.page.getByText('Choose another name.').waitFor()
    await name(v.page, 'a.txt').waitFor()
    assert.deepEqual(await names(v.page), ['a.txt'])
  })

  it('can be worked on without the server for a while', async (t) => {
    await put('alone/a.txt')
    const v = await visit(t, '/alone')
    await name(v.page, 'a.txt').waitFor()
    await v.goOffline()
    await addEntry(v.page, 'New folder', 'kept')
    await name(v.page, 'kept').waitFor()
    await put('alone/missed.txt')
    await v.goOnline()
    await name(v.page, 'missed.txt').waitFor()
    await isStored(t, '/alone', ['a.txt', 'kept', 'missed.txt'])
  })

  it('are opened and saved, folders as archives', async (t) => {
    await put('out/in/a.txt', 'the bytes')
    const { page } = await visit(t, '/out')
    await name(page, 'in').click({ button: 'right' })
    const [archive] = await Promise.all([
      page.waitForEvent('download'),
      page.getByText('Download as zip').click(),
    ])
    assert.equal(archive.suggestedFilename(), 'in.zip')
    await name(page, 'in').dblclick()
    await name(page, 'a.txt').click({ button: 'right' })
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.locator('.wx-menu').getByText('Download', { exact: true }).click(),
    ])
    assert.equal(await readFile(await file.path(), 'utf8'), 'the bytes')
    await name(page, 'a.txt').dblclick()
    await page.getByRole('dialog').getByText('the bytes').waitFor()
    const [tab] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('button', { name: 'Open in a new tab' }).click(),
    ])
    await tab.getByText('the bytes').waitFor()
    await tab.close()
  })

  async function listed(folder: string): Promise<string[]> {
    const answer = await fetch(new URL(`files?id=${folder}`, site.url))
    const entries = (await answer.json()) as { value: string }[]
    return entries.map(({ value }) => value).toSorted()
  }

  /** That the page says `Live` may be of the moment before it begins to save. */
  async function isStored(t: TestContext, folder: string, names: string[]): Promise<void> {
    await t.waitFor(async () => assert.deepEqual(await listed(folder), names), patient)
  }

  describe('that are uploaded', () => {
    it('are shown with how far they are, and can be called off', async (t) => {
      await put('up/taken.txt')
      const v = await visit(t, '/up')
      await v.slow({ latencyMs: 20, bytesPerSecond: 200_000 })
      await pick(v.page, [
        { name: 'large.bin', size: 1_500_000 },
        { name: 'taken.txt', size: 10 },
      ])
      await v.page.getByRole('button', { name: 'Keep both' }).click()
      const panel = v.page.getByRole('region', { name: 'Uploads' })
      await panel.getByText(/of 1.4 MB · .*\/s/).waitFor()
      assert.deepEqual(await axeViolations(v.page), [])
      await panel.getByText('Uploaded as taken (2).txt').waitFor()
      await name(v.page, 'taken (2).txt').waitFor()
      await panel.getByRole('button', { name: 'Cancel large.bin' }).click()
      await panel.getByText('Cancelled').waitFor()
      await panel.getByText('1 file uploaded').waitFor()
      await v.goOnline()
      await panel.getByRole('button', { name: 'Retry large.bin' }).click()
      await panel.getByText('2 files uploaded').waitFor()
      await name(v.page, 'large.bin').waitFor()
      await panel.getByRole('button', { name: 'Close the list' }).click()
      await panel.waitFor({ state: 'detached' })
      assert.deepEqual(await listed('/up'), ['large.bin', 'taken (2).txt', 'taken.txt'])
    })

    it('of a folder keep the folders they are in', async (t) => {
      await put('whole/a.txt')
      const { page } = await visit(t, '/whole')
      const folder = join(newFolder(), 'trip')
      mkdirSync(join(folder, 'day one'), { recursive: true })
      writeFileSync(join(folder, 'day one/morning.txt'), 'sun')
      writeFileSync(join(folder, 'list.txt'), 'shoes')
      await page.getByRole('button', { name: 'New', exact: true }).click()
      const [chooser] = await Promise.all([
        page.waitForEvent('filechooser'),
        page.getByText('Upload folder', { exact: true }).click(),
      ])
      await chooser.setFiles(folder)
      await page.getByText('2 files uploaded').waitFor()
      await name(page, 'trip').dblclick()
      await name(page, 'list.txt').waitFor()
      assert.deepEqual(await names(page), ['day one', 'list.txt'])
      assert.deepEqual(await listed('/whole/trip/day one'), ['morning.txt'])
    })

    it('go on while another view is shown', async (t) => {
      await put('away/a.txt')
      const v = await visit(t, '/away')
      await v.slow({ latencyMs: 20, bytesPerSecond: 300_000 })
      await pick(v.page, [{ name: 'large.bin', size: 600_000 }])
      await v.page.getByRole('region', { name: 'Uploads' }).waitFor()
      await v.page.getByRole('link', { name: 'Gantt' }).click()
      await v.page.getByRole('region', { name: 'Uploads' }).waitFor({ state: 'detached' })
      await t.waitFor(async () => assert.ok((await listed('/away')).includes('large.bin')), patient)
      await v.goOnline()
    })

    it('may be dropped', async (t) => {
      await put('drop/a.txt')
      const { page } = await visit(t, '/drop')
      await name(page, 'a.txt').waitFor()
      await page.evaluate(`(() => {
        const dataTransfer = new DataTransfer()
        dataTransfer.items.add(new File(['dropped'], 'dropped.txt'))
        const area = document.querySelector('.wx-upload-area')
        for (const type of ['dragenter', 'dragover', 'drop'])
          area.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }))
      })()`)
      await name(page, 'dropped.txt').waitFor()
      assert.deepEqual(await listed('/drop'), ['a.txt', 'dropped.txt'])
      assert.equal(await page.locator('.wx-upload-area.wx-active').count(), 0)
    })
  })
})

it('a folder with very many files is shown as a table', { skip: cannotBrowse }, async (t) => {
  const files = newFolder()
  for (let n = 0; n < 1001; n++) writeFileSync(join(files, `${n}.txt`), '')
  const site = await openSite(() => startPageServer(['--files', files]))
  t.after(() => site.stop())
  const visit = await site.openPage()
  const { page } = visit
  await page.getByText('This folder has 1,001 entries').waitFor()
  await name(page, '7.txt').waitFor()
  assert.equal(await hash(page), '#/files?mode=table')
  await visit.close()
})

const picture =
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path d="M0 0h9v9z"/></svg>'

/** Its preview has arrived. */
async function isSeen(t: TestContext, page: Page, path: string): Promise<void> {
  const image = `document.querySelector('.wx-cards img[src*="${encodeURIComponent(path)}"]:not([src*="#"])')`
  await t.waitFor(async () => assert.ok(await page.evaluate(`${image}?.naturalWidth > 0`)), patient)
}

async function names(page: Page): Promise<string[]> {
  return page.locator('.wx-cards .wx-item .wx-name, .wx-data .wx-row .wx-name').allTextContents()
}

async function answer(page: Page, text: string): Promise<void> {
  await nameField(page).fill(text)
  await page.getByRole('button', { name: 'Rename' }).click()
}

async function pick(page: Page, files: { name: string; size: number }[]): Promise<void> {
  await page.getByRole('button', { name: 'New', exact: true }).click()
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByText('Upload files', { exact: true }).click(),
  ])
  await chooser.setFiles(
    files.map(({ name, size }) => ({ name, mimeType: '', buffer: Buffer.alloc(size, 65) })),
  )
}

/** Nothing of what was done waits for the server. */
async function saved(page: Page): Promise<void> {
  await page.getByText('Live', { exact: true }).waitFor()
}

function hash(page: Page): Promise<string> {
  return page.evaluate('location.hash')
}

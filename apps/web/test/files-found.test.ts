import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { patient } from '../../../packages/server/test/fixtures/patient.ts'
import { axeViolations } from './axe-violations.ts'
import { cannotBrowse, openSite } from './browser.ts'
import { addEntry, name } from './files-page.ts'
import { filesStage } from './files-stage.ts'
import { startPageServer } from './page-server.ts'
import { screenshot } from './screenshot.ts'

describe('what the list of files tells', { skip: cannotBrowse }, () => {
  const { put, visit } = filesStage()

  it('of what was found, where it lies, as cards or as rows', async (t) => {
    await put('attic/spring report.pdf', 'one')
    await put('cellar/box/spring report.pdf', 'three')
    for (const mode of ['', '&mode=table']) {
      const { page } = await visit(t, `?text=spring${mode}`)
      const found = page.locator('.wx-search .wx-item')
      await t.waitFor(async () => assert.equal(await found.count(), 2), patient)
      const places = async () =>
        page.evaluate<string[]>(`[...document.querySelectorAll('.wx-search [data-about]')]
          .map((part) => getComputedStyle(part, '::after').content).sort()`)
      await t.waitFor(async () => {
        const [first = '', second = ''] = await places()
        assert.match(first, /^"\/attic · 3 B · /)
        assert.match(second, /^"\/cellar\/box · 5 B · /)
      }, patient)
      const { width = 0, height = 0 } = (await found.first().boundingBox()) ?? {}
      if (mode) assert.ok(width > 900 && height < 60, `${width} × ${height}`)
      else assert.ok(width < 300 && height > 100, `${width} × ${height}`)
      assert.deepEqual(await axeViolations(page), [])
      await screenshot(page, `files-found${mode ? '-rows' : ''}`)
    }
  })

  it('of nothing found in a folder, and leads to all files with the same words', async (t) => {
    await put('shelf/left/ledger.txt')
    await put('shelf/right/other.txt')
    const { page } = await visit(t, '/shelf/right')
    await name(page, 'other.txt').waitFor()
    await page.keyboard.press('Control+f')
    await page.keyboard.type('ledger')
    await page.locator('.wx-search .wx-cards:not(:has(.wx-item))').waitFor()
    await screenshot(page, 'files-found-nothing')
    await page.getByRole('button', { name: 'Search all files' }).click()
    await name(page, 'ledger.txt').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Search all files' }).count(), 0)
    const field = page.locator('.wx-search input, .wx-search-input input').first()
    assert.equal(await field.inputValue(), 'ledger')
    assert.match(page.url(), /#\/files\?text=ledger$/)
    assert.deepEqual(await axeViolations(page), [])
    // The folder is one step back.
    await page.goBack()
    await name(page, 'other.txt').waitFor()
    assert.match(page.url(), /#\/files\/shelf\/right$/)
  })

  it('for a letter is drawn when the server has answered, and until then nothing, which Escape takes back', async (t) => {
    for (const file of ['oak.txt', 'elm.txt']) await put(`wood/${file}`)
    const { page } = await visit(t, '/wood')
    await name(page, 'elm.txt').waitFor()
    const answered = Promise.withResolvers<void>()
    await page.route(/\?text=/, async (route) => {
      await answered.promise
      await route.continue()
    })
    const field = page.getByRole('textbox', { name: 'Search' })
    const type = async (text: string) => {
      const asked = page.waitForRequest((request) => request.url().endsWith(`?text=${text}`))
      await field.pressSequentially(text)
      await asked
      assert.equal(await page.locator('.wx-search').count(), 0)
      await name(page, 'elm.txt').waitFor()
      await page.locator('.files-seeking').waitFor()
    }
    await type('e')
    await page.keyboard.press('Escape')
    await page.locator('.files:not(.files-seeking)').waitFor()
    assert.equal(await field.inputValue(), '')
    assert.equal(await page.locator('.wx-cards:focus').count(), 1)

    await type('oak')
    answered.resolve()
    await page.locator('.wx-search').waitFor()
    assert.deepEqual(await page.locator('.wx-item .wx-info .wx-name').allInnerTexts(), ['oak.txt'])
    await page.locator('.files:not(.files-seeking)').waitFor()
    assert.equal(await field.inputValue(), 'oak')
  })

  it('of more than the server tells at once, that these are the first', async (t) => {
    await put('much/a.txt')
    const { page } = await visit(t, '/much')
    const date = new Date().toISOString()
    const found = Array.from({ length: 1000 }, (_, index) => {
      const value = `found ${index}.txt`
      return { id: `/much/${value}`, type: 'file', value, size: 1, date }
    })
    await page.route(/\?text=found$/, (route) => route.fulfill({ json: found }))
    await page.getByRole('textbox', { name: 'Search' }).fill('found')
    await page.getByText('The first 1,000 that were found. A longer text finds less.').waitFor()
  })

  it('of a folder that could not be loaded is that, and it can be tried again', async (t) => {
    await put('broken/a.txt')
    const v = await visit(t, '')
    const { page } = v
    v.allow(/500/)
    const address = /files\/%2Fbroken/
    const body = JSON.stringify({ error: 'Out of order.', code: 'internal' })
    await page.route(address, (route) =>
      route.fulfill({ status: 500, contentType: 'application/json', body }),
    )
    await name(page, 'broken').dblclick()
    await page.getByText('What is in this folder could not be loaded.').waitFor()
    assert.equal(await page.getByText('This folder is empty').count(), 0)
    assert.equal(await page.locator('.files-empty').count(), 0)
    assert.deepEqual(await axeViolations(page), [])
    await screenshot(page, 'files-not-loaded')
    await page.unroute(address)
    await page.getByRole('button', { name: 'Try again' }).click()
    await name(page, 'a.txt').waitFor()
    await page
      .getByText('What is in this folder could not be loaded.')
      .waitFor({ state: 'detached' })
  })

  it('of folders is in one order in the tree and in the list', async (t) => {
    for (const folder of ['beta', 'Alpha', 'gamma 10', 'gamma 9']) await put(`tree/${folder}/a.txt`)
    const { page } = await visit(t, '/tree')
    await name(page, 'beta').waitFor()
    await addEntry(page, 'New folder', 'Aardvark')
    const tree = page.locator('.wx-tree li')
    await page.locator('.wx-tree li.wx-selected .wx-toggle').click()
    await t.waitFor(async () => {
      const shown = (await tree.allInnerTexts()).map((text) => text.trim())
      assert.deepEqual(
        shown.filter((text) => /^(A|beta|gamma)/.test(text) && text !== 'All files'),
        ['Aardvark', 'Alpha', 'beta', 'gamma 9', 'gamma 10'],
      )
    }, patient)
  })
})

it(
  'the gauge of files is there with a quota, and not about the disk of the machine',
  { skip: cannotBrowse },
  async (t) => {
    const site = await openSite(() => startPageServer())
    t.after(() => site.stop())
    const visit = await site.openPage({ path: '#/files' })
    const { page } = visit
    await name(page, 'Pictures').waitFor()
    await page.getByText('4 folders, 1 file').waitFor()
    assert.equal(await page.locator('.wx-drive').isVisible(), false)
    const body = JSON.stringify({ path: '/', bytes: 1024 * 1024 })
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(new URL('quotas', site.url), { method: 'PUT', headers, body })
    assert.equal(answer.status, 200)
    await page.reload()
    await page.getByText('of 1.0 MB used').waitFor()
    await visit.close()
  },
)

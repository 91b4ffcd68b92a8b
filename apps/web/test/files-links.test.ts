import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { smallPdf } from '../../../packages/server/test/fixtures/small-pdf.ts'
import { patient } from '../../../packages/server/test/fixtures/patient.ts'
import { cannotBrowse } from './browser.ts'
import { name, select } from './files-page.ts'
import { filesStage } from './files-stage.ts'
import { focusName } from './keyboard-page.ts'
import { screenshot } from './screenshot.ts'

describe('a file that is looked at stands in the address', { skip: cannotBrowse }, () => {
  const { put, visit } = filesStage()

  it('so that Back closes it, Forward opens it, and a reload keeps it', async (t) => {
    await put('way/a.txt', 'words of a')
    await put('way/b.txt', 'words of b')
    const { page } = await visit(t, '/way')
    await name(page, 'a.txt').dblclick()
    await viewer(page, 'a.txt').getByText('words of a').waitFor()
    await page.waitForURL(/#\/files\/way\?open=a\.txt$/)
    await page.waitForFunction(`document.title.startsWith('a.txt')`)
    await page.keyboard.press('ArrowRight')
    await viewer(page, 'b.txt').getByText('words of b').waitFor()
    await page.reload()
    await viewer(page, 'b.txt').getByText('words of b').waitFor()
    await page.goBack()
    await viewer(page, 'b.txt').waitFor({ state: 'detached' })
    await page.waitForURL(/#\/files\/way$/)
    await name(page, 'b.txt').waitFor()
    await page.goForward()
    await viewer(page, 'b.txt').getByText('words of b').waitFor()
  })

  it('and closing it goes back to the list, which is left by the next step back', async (t) => {
    await put('step/a.txt', 'words')
    const { page } = await visit(t, '')
    await name(page, 'step').dblclick()
    await page.waitForURL(/#\/files\/step$/)
    await name(page, 'a.txt').dblclick()
    await viewer(page, 'a.txt').waitFor()
    await page.keyboard.press('Escape')
    await page.waitForURL(/#\/files\/step$/)
    await viewer(page, 'a.txt').waitFor({ state: 'detached' })
    // The keyboard is in the list, at the file that was seen.
    await selected(page, 'a.txt').waitFor()
    assert.match(await focusName(page), /Files|a\.txt/)
    await page.goBack()
    await page.waitForURL(/#\/files$/)
    await name(page, 'step').waitFor()
  })

  it('so that a link opens it over its folder, or says that there is none', async (t) => {
    await put('linked/sub/there.txt', 'it is there')
    const { page } = await visit(t, '/linked/sub?open=there.txt')
    await viewer(page, 'there.txt').getByText('it is there').waitFor()
    await page.keyboard.press('Escape')
    await selected(page, 'there.txt').waitFor()
    await page.evaluate(`location.hash = '#/files/linked/sub?open=gone.txt'`)
    await page.getByText('There is no file “gone.txt” here.').waitFor()
    await page.waitForURL(/#\/files\/linked\/sub$/)
    assert.equal(await page.locator('dialog[open]').count(), 0)
  })

  it('and what is found by Ctrl+K is opened in its folder', async (t) => {
    await put('cellar/old box/letter to berta.txt', 'dear Berta')
    const { page } = await visit(t, '')
    await name(page, 'cellar').waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search everything' }).waitFor()
    await page.keyboard.type('letter to berta')
    await page.getByRole('option', { name: /letter to berta/ }).waitFor()
    await page.keyboard.press('Enter')
    await viewer(page, 'letter to berta.txt').getByText('dear Berta').waitFor()
    await page.keyboard.press('Escape')
    await selected(page, 'letter to berta.txt').waitFor()
    await page.locator('.wx-breadcrumbs').getByText('old box').waitFor()
  })

  it('and the link of a file is copied from its menu', async (t) => {
    await put('given/on.txt', 'handed on')
    const { page } = await visit(t, '/given')
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await name(page, 'on.txt').click({ button: 'right' })
    await page.locator('.wx-menu').getByText('Copy link', { exact: true }).click()
    await page.getByText('The link is copied.').waitFor()
    const link = await page.evaluate<string>('navigator.clipboard.readText()')
    await page.goto('about:blank')
    await page.goto(link)
    await viewer(page, 'on.txt').getByText('handed on').waitFor()
  })
})

describe('what was found is shown where it lies', { skip: cannotBrowse }, () => {
  const { put, visit } = filesStage()

  it('by its menu, chosen and in sight', async (t) => {
    for (let n = 10; n < 60; n++) await put(`many/deep/file ${n}.txt`)
    const { page } = await visit(t, '?text=file 59')
    await name(page, 'file 59.txt').click({ button: 'right' })
    await page.locator('.wx-menu').getByText('Show in its folder').click()
    await page.waitForURL(/#\/files\/many\/deep$/)
    await selected(page, 'file 59.txt').waitFor()
    await t.waitFor(async () => {
      const { y = 0, height = 0 } = (await selected(page, 'file 59.txt').boundingBox()) ?? {}
      assert.ok(y > 100 && y + height < 800, `${y}`)
    }, patient)
    await page.locator('.wx-tree .wx-selected', { hasText: 'deep' }).waitFor()
    await screenshot(page, 'files-shown-in-folder')
  })
})

describe('keys in the viewer', { skip: cannotBrowse }, () => {
  const { put, visit } = filesStage()

  it('scroll what is shown and make it larger, at once and after the next file', async (t) => {
    await put('keys/a.svg', picture)
    await put('keys/b.pdf', smallPdf('First page', 'Second page', 'Third page'))
    await put('keys/c.txt', 'line\n'.repeat(400))
    const { page } = await visit(t, '/keys')
    await select(page, 'a.svg')
    await page.keyboard.press('Enter')
    await viewer(page, 'a.svg').getByText('400 × 400').waitFor()
    await page.keyboard.press('0')
    await page.keyboard.press('+')
    await viewer(page, 'a.svg').getByText('125 %', { exact: true }).waitFor()
    await page.keyboard.press('ArrowRight')
    await viewer(page, 'b.pdf').getByText('First page').waitFor()
    await page.keyboard.press('PageDown')
    const pages = viewer(page, 'b.pdf').locator('.room')
    await t.waitFor(async () => assert.ok((await scrolled(pages)) > 100), patient)
    await page.keyboard.press('+')
    await viewer(page, 'b.pdf').getByText('125 %', { exact: true }).waitFor()
    await page.keyboard.press('ArrowRight')
    await viewer(page, 'c.txt').getByText('line').first().waitFor()
    await page.keyboard.press('End')
    const paper = viewer(page, 'c.txt').locator('.viewer-paper')
    await t.waitFor(async () => assert.ok((await scrolled(paper)) > 1000), patient)
    await page.keyboard.press('ArrowLeft')
    await viewer(page, 'b.pdf').getByText('First page').waitFor()
  })
})

const picture =
  '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400"><rect width="400" height="400" fill="tomato"/></svg>'

function viewer(page: Page, file: string): Locator {
  return page.getByRole('dialog', { name: file, exact: true })
}

function selected(page: Page, file: string): Locator {
  return page.locator('.wx-item.wx-selected, .wx-row.wx-selected', { hasText: file })
}

function scrolled(part: Locator): Promise<number> {
  return part.evaluate(({ scrollTop }) => scrollTop)
}

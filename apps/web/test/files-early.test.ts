import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { TestContext } from 'node:test'
import type { Page, Request } from 'playwright-core'
import { patient } from '../../../packages/server/test/fixtures/patient.ts'
import { cannotBrowse } from './browser.ts'
import { name, nameField } from './files-page.ts'
import { filesStage } from './files-stage.ts'
import { screenshot } from './screenshot.ts'

describe('while the files are still loading', { skip: cannotBrowse }, () => {
  const { put, holds, visit } = filesStage()

  it('a new folder that is asked for comes into the folder of the address', async (t) => {
    const { page, goOn } = await whileLoading(t, 'slow', '/')

    await page.getByRole('button', { name: 'New', exact: true }).click()
    await page.locator('.wx-menu').getByText('New folder', { exact: true }).click()
    goOn()
    await nameField(page).fill('early')
    await screenshot(page, 'files-early')
    await page.getByRole('button', { name: 'Create' }).click()

    await name(page, 'early').waitFor()
    await holds(t, '/slow', 'a.txt', 'early')
  })

  for (const late of ['', 'outer']) {
    it(`what is uploaded comes into the folder of the address, when /${late} is late`, async (t) => {
      const folder = `outer/in${late}`
      const { page, goOn } = await whileLoading(t, folder, `/${late}`)

      const choosing = page.waitForEvent('filechooser')
      await page.getByRole('button', { name: 'New', exact: true }).click()
      await page.locator('.wx-menu').getByText('Upload files', { exact: true }).click()
      const picked = { name: 'picked.txt', mimeType: 'text/plain', buffer: Buffer.from('picked') }
      await (await choosing).setFiles(picked)
      await drop(page, 'dropped.txt')
      await holds(t, `/${folder}`, 'a.txt', 'dropped.txt', 'picked.txt')
      goOn()

      await name(page, 'picked.txt').waitFor()
      await name(page, 'dropped.txt').waitFor()
    })
  }

  /** Somebody who comes to a folder, while another one is held back. */
  async function whileLoading(t: TestContext, folder: string, held: string) {
    await put(`${folder}/a.txt`)
    const { page } = await visit(t, `/${folder}`)
    await name(page, 'a.txt').waitFor()
    const hold = Promise.withResolvers<void>()
    const asked = page.waitForRequest(isHeld)
    await page.route(isHeld, async (route) => {
      await hold.promise
      await route.continue()
    })
    await page.reload()
    await asked
    return { page, goOn: hold.resolve }

    function isHeld(about: URL | Request): boolean {
      const { pathname } = about instanceof URL ? about : new URL(about.url())
      return pathname.endsWith(`/files/${encodeURIComponent(held)}`)
    }
  }
})

describe('a key right after a click', { skip: cannotBrowse }, () => {
  const { put, visit } = filesStage()

  it('is for what was clicked', async (t) => {
    await put('quick/a.txt')
    await put('quick/b.txt')
    for (const mode of ['', '?mode=table']) {
      const { page } = await visit(t, `/quick${mode}`)
      await name(page, 'a.txt').click()
      await page.locator('.wx-selected', { hasText: 'a.txt' }).waitFor()
      // At once: the widget has had no time for anything.
      await name(page, 'b.txt').evaluate((part) => {
        ;(part as HTMLElement).click()
        part.dispatchEvent(new KeyboardEvent('keydown', { key: 'F2', bubbles: true }))
      })
      await t.waitFor(
        async () => assert.equal(await nameField(page).inputValue(), 'b.txt'),
        patient,
      )
    }
  })
})

async function drop(page: Page, called: string): Promise<void> {
  await page.locator('.wx-upload-area').evaluate((area, text) => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File(['dropped'], text))
    for (const type of ['dragenter', 'dragover', 'drop']) {
      area.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }))
    }
  }, called)
}

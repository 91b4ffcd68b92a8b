import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { axeViolations } from './axe-violations.ts'
import { cannotBrowse, openSite } from './browser.ts'
import type { Site } from './browser.ts'
import { name } from './files-page.ts'
import { screenshot } from './screenshot.ts'

describe('the trash below the list of files', { skip: cannotBrowse }, () => {
  let site: Site
  before(async () => {
    site = await openSite()
  })
  after(() => site.stop())

  for (const width of [1440, 390]) {
    it(`brings back what was deleted, at ${width} pixels`, async () => {
      const text = `Gone at ${width}.txt`
      const made = await fetch(new URL('files/%2F', site.url), {
        method: 'POST',
        body: JSON.stringify({ name: text, type: 'file' }),
      })
      assert.equal(made.status, 200)
      const body = JSON.stringify({ ids: [`/${text}`] })
      await fetch(new URL('files', site.url), { method: 'DELETE', body })
      const visit = await site.openPage({ path: '#/files', width, height: 800 })
      const { page } = visit
      const trash = page.getByRole('button', { name: 'Trash', exact: true })
      await trash.click()
      const dialog = page.getByRole('dialog', { name: 'Trash' })
      await dialog.getByRole('button', { name: `Restore ${text}` }).click()
      await dialog.getByText(`It is back: /${text}`).waitFor()
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      await name(page, text).waitFor()
      // The keyboard is where it was.
      assert.equal(await trash.evaluate((one) => one === document.activeElement), true)
      await screenshot(page, `files-trash-${width}`)
      assert.deepEqual(await axeViolations(page), [])
      await visit.close()
    })
  }
})

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { axeViolations } from './axe-violations.ts'
import { cannotBrowse, openSite } from './browser.ts'
import type { Site } from './browser.ts'
import { confirmDelete, name, nameField } from './files-page.ts'
import { screenshot } from './screenshot.ts'
import { patient } from '../../../packages/server/test/fixtures/patient.ts'

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

  it('stays open when what it brought back is chosen in the list', async (t) => {
    const names = ['Back first.txt', 'Back second.txt']
    for (const text of names) {
      const body = JSON.stringify({ name: text, type: 'file' })
      const made = await fetch(new URL('files/%2F', site.url), { method: 'POST', body })
      assert.equal(made.status, 200)
    }
    const visit = await site.openPage({ path: '#/files', width: 1440 })
    const { page } = visit
    await name(page, names[0]!).click()
    await name(page, names[1]!).click({ modifiers: ['ControlOrMeta'] })
    await page.getByText('2 selected').waitFor()
    await page.keyboard.press('Delete')
    await confirmDelete(page)
    await page.getByText('1 selected').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Trash', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Trash' })
    for (const text of names) {
      await dialog.getByRole('button', { name: `Restore ${text}` }).click()
      await dialog.getByText(`It is back: /${text}`).waitFor()
      await page.locator('.wx-item.wx-selected', { hasText: text }).waitFor()
    }
    await dialog.getByText('It is empty.').waitFor()
    await screenshot(page, 'files-trash-stays')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    // The next key is for what came back.
    await page.keyboard.press('F2')
    await t.waitFor(async () => assert.equal(await nameField(page).inputValue(), names[1]), patient)
    await visit.close()
  })
})

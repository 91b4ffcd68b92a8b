import { describe, it } from 'node:test'
import { cannotBrowse } from './browser.ts'
import { name, nameField } from './files-page.ts'
import { filesStage } from './files-stage.ts'
import { screenshot } from './screenshot.ts'

describe('while the files are still loading', { skip: cannotBrowse }, () => {
  const { put, holds, visit } = filesStage()

  it('a new folder that is asked for comes into the folder of the address', async (t) => {
    await put('slow/a.txt')
    const { page } = await visit(t, '/slow')
    await name(page, 'a.txt').waitFor()
    const goOn = Promise.withResolvers<void>()
    await page.route(/files\/%2F$/, async (route) => {
      await goOn.promise
      await route.continue()
    })
    await page.reload()

    await page.getByRole('button', { name: 'New', exact: true }).click()
    await page.locator('.wx-menu').getByText('New folder', { exact: true }).click()
    goOn.resolve()
    await nameField(page).fill('early')
    await screenshot(page, 'files-early')
    await page.getByRole('button', { name: 'Create' }).click()

    await name(page, 'early').waitFor()
    await holds(t, '/slow', 'a.txt', 'early')
  })
})

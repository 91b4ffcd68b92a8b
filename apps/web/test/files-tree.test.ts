import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { patient } from '../../../packages/server/test/fixtures/patient.ts'
import { axeViolations } from './axe-violations.ts'
import { cannotBrowse } from './browser.ts'
import { name } from './files-page.ts'
import { filesStage } from './files-stage.ts'
import { screenshot } from './screenshot.ts'

describe('the tree of folders', { skip: cannotBrowse }, () => {
  const { put, visit } = filesStage()

  it('is opened by its arrows, folder by folder, while the list stays where it is', async (t) => {
    await put('customers/north/letters/x.txt')
    await put('customers/south/y.txt')
    await put('flat/z.txt')
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page } = await visit(t, '/flat', { colorScheme })
      await name(page, 'z.txt').waitFor()
      await arrowOf(page, 'customers').click()
      await folder(page, 'south').waitFor()
      await arrowOf(page, 'north').click()
      await folder(page, 'letters').waitFor()
      // What has no folders in it loses its arrow when that is known.
      await arrowOf(page, 'letters').click()
      await t.waitFor(async () => assert.equal(await arrowOf(page, 'letters').count(), 0), patient)
      assert.equal(await arrowOf(page, 'Empty folder').count(), 0)
      assert.match(page.url(), /\/flat$/)
      await name(page, 'z.txt').waitFor()
      const { width = 0, height = 0 } = (await arrowOf(page, 'south').boundingBox()) ?? {}
      assert.ok(width > 15 && height > 15, `${width} × ${height}`)
      await screenshot(page, `files-tree-${colorScheme}`)
      assert.deepEqual(await axeViolations(page), [])
      await arrowOf(page, 'customers').click()
      await folder(page, 'north').waitFor({ state: 'detached' })
    }
  })
})

const folder = (page: Page, called: string) =>
  page.getByRole('treeitem', { name: called, exact: true })

const arrowOf = (page: Page, called: string) => folder(page, called).locator('.wx-toggle')

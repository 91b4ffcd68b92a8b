import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { axeViolations } from './axe-violations.ts'
import { cannotBrowse } from './browser.ts'
import { name, select } from './files-page.ts'
import { filesStage } from './files-stage.ts'
import { screenshot } from './screenshot.ts'

describe('files', { skip: cannotBrowse }, () => {
  const { put, holds, visit } = filesStage()

  it('that were moved are told of, and come back by the message', async (t) => {
    for (const file of ['a.txt', 'b.txt', 'into/x.txt']) await put(`told/${file}`)
    const { page } = await visit(t, '/told')
    await select(page, 'a.txt')
    await page.keyboard.press('Control+x')
    await name(page, 'into').dblclick()
    await name(page, 'x.txt').waitFor()
    await page.keyboard.press('Control+v')
    const messages = page.getByRole('region', { name: 'Messages' })
    await messages.getByText('Moved “a.txt” to “into”.').waitFor()
    await screenshot(page, 'files-moved')
    assert.deepEqual(await axeViolations(page), [])
    await holds(t, '/told/into', 'a.txt', 'x.txt')
    await messages.getByRole('button', { name: 'Undo' }).click()
    await holds(t, '/told/into', 'x.txt')
    await holds(t, '/told', 'a.txt', 'b.txt', 'into')
  })

  it('that are dropped onto a folder come into it, which is lit until then', async (t) => {
    await put('held/into/x.txt')
    await put('held/a.txt')
    const { page } = await visit(t, '/held')
    await name(page, 'into').waitFor()
    const hold = (types: string[]) =>
      name(page, 'into').evaluate((card, wanted) => {
        const dataTransfer = new DataTransfer()
        dataTransfer.items.add(new File(['dropped'], 'dropped.txt'))
        for (const type of wanted) {
          card.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }))
        }
      }, types)
    await hold(['dragenter', 'dragover'])
    await page.locator('.wx-item.drop-here', { hasText: 'into' }).waitFor()
    await screenshot(page, 'files-drop-on-folder')
    await hold(['drop'])
    await holds(t, '/held/into', 'dropped.txt', 'x.txt')
    await holds(t, '/held', 'a.txt', 'into')
    assert.equal(await page.locator('.drop-here').count(), 0)
  })

  it('are told of beside the list of uploads, and above it where there is no room', async (t) => {
    for (const [width, height] of [
      [1440, 900],
      [390, 844],
    ] as const) {
      await put(`beside${width}/a.txt`)
      const { page } = await visit(t, `/beside${width}`, { width, height })
      await name(page, 'a.txt').waitFor()
      const picker = page.locator('input[type="file"]:not([webkitdirectory])').last()
      await picker.setInputFiles({
        name: 'b.txt',
        mimeType: 'text/plain',
        buffer: Buffer.from('b'),
      })
      await page.getByText('1 file uploaded').waitFor()
      await select(page, 'a.txt')
      await page.keyboard.press('Control+c')
      await page.locator('.toast', { hasText: 'One item was copied' }).waitFor()
      const [message, uploads] = await Promise.all([
        page.locator('.toast').boundingBox(),
        page.locator('.uploads').boundingBox(),
      ])
      const isBeside = message!.x + message!.width <= uploads!.x
      const isAbove = message!.y + message!.height <= uploads!.y
      assert.ok(isBeside || isAbove, JSON.stringify({ message, uploads }))
      await screenshot(page, `files-messages-${width}`)
    }
  })
})

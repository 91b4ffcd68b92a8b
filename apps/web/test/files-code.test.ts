import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { patient } from '../../../packages/server/test/fixtures/patient.ts'
import { axeViolations } from './axe-violations.ts'
import { cannotBrowse } from './browser.ts'
import { name } from './files-page.ts'
import { filesStage } from './files-stage.ts'
import { screenshot } from './screenshot.ts'

describe('code in the viewer', { skip: cannotBrowse }, () => {
  const { put, visit } = filesStage()

  it('has colours and the numbers of its lines, and runs nothing', async (t) => {
    const code = '// Adds <b>two</b>\nexport function add(a: number) {\n  return `${a}` + 2\n}\n'
    await put('code/add.ts', code)
    await put('code/long.json', `[\n${'  "x",\n'.repeat(90_000)}  1\n]\n`)
    await put('code/note.txt', 'A letter.')
    const { page } = await visit(t, '/code', { colorScheme: 'dark' })

    await name(page, 'add.ts').dblclick()
    await page.locator('.code-text .hljs-keyword').first().waitFor()
    assert.equal(await page.locator('.code-text pre').nth(1).textContent(), code)
    assert.equal(await page.locator('.code-lines').textContent(), '1\n2\n3\n4')
    assert.equal(await page.locator('.code-text b').count(), 0)
    assert.deepEqual(await axeViolations(page), [])
    await screenshot(page, 'files-code-dark')

    await page.keyboard.press('ArrowRight')
    await page.getByText('Only the beginning is shown.').waitFor()
    assert.match((await page.locator('.code-lines').textContent()) ?? '', /^1\n2\n.*\n70000\n/s)

    await page.keyboard.press('ArrowRight')
    await page.getByText('A letter.').waitFor()
    await t.waitFor(async () => assert.equal(await page.locator('.code-lines').count(), 0), patient)
  })
})

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { cannotBrowse, openSite } from '../../../apps/web/test/browser.ts'
import type { Site } from '../../../apps/web/test/browser.ts'
import { createTriptych } from '../../server/src/index.ts'
import type { Triptych } from '../../server/src/index.ts'
import { startExample } from './example-site.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const tutorial = readFileSync(join(root, 'docs/tutorials/first-page.md'), 'utf8')

/** What a reader has after step 3: the files of the tutorial, in a project of their own. */
describe('the page of the tutorial', { skip: cannotBrowse }, () => {
  const project = mkdtempSync(join(tmpdir(), 'triptych-tutorial-'))
  let triptych: Triptych
  let url = ''
  let site: Site
  before(async () => {
    symlinkSync(join(root, 'node_modules'), join(project, 'node_modules'))
    for (const [, text = ''] of tutorial.matchAll(/```tsx\n(\/\/ src\/[^]*?)```/g)) {
      const name = /^\/\/ (\S+)/.exec(text)![1]!
      mkdirSync(dirname(join(project, name)), { recursive: true })
      writeFileSync(join(project, name), text)
    }
    triptych = await createTriptych({ data: ':memory:', port: 0 })
    url = (await triptych.listen()).url.replace(/\/$/, '')
    site = await openSite(() => startExample(join(project, 'src/main.tsx'), url))
  })
  after(async () => {
    await site?.stop()
    await triptych?.close()
    rmSync(project, { recursive: true, force: true })
  })

  it('has the types that a new project of Vite asks for', () => {
    const options = {
      strict: true,
      noUnusedLocals: true,
      noUnusedParameters: true,
      verbatimModuleSyntax: true,
      skipLibCheck: true,
      noEmit: true,
      jsx: 'react-jsx',
      module: 'esnext',
      moduleResolution: 'bundler',
      allowImportingTsExtensions: true,
      target: 'es2023',
      lib: ['esnext', 'dom', 'dom.iterable'],
      types: ['vite/client'],
    }
    const config = JSON.stringify({ compilerOptions: options, include: ['src'] })
    writeFileSync(join(project, 'tsconfig.json'), config)
    const tsc = join(root, 'node_modules/typescript/bin/tsc')
    const { stdout } = spawnSync(process.execPath, [tsc, '-p', project], { encoding: 'utf8' })
    assert.equal(stdout, '')
  })

  it('shows files, plan and table, saves a cell, shows what others do, and takes back what is refused', async () => {
    const visit = await site.openPage()
    // The server has another address than the page here, and the theme its fonts elsewhere.
    visit.allow(/^foreign request: /)
    visit.allow(/cdn\.svar\.dev/)
    const { page } = visit
    await page.getByText('Notes').first().waitFor()

    await page.getByRole('button', { name: 'Plan' }).click()
    const [task] = (await (await fetch(`${url}/tasks`)).json()) as { text: string }[]
    await page.getByText(task!.text).first().waitFor()

    await page.getByRole('button', { name: 'Films' }).click()
    await page.getByText('The Godfather', { exact: true }).first().dblclick()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('The Godmother')
    await page.keyboard.press('Enter')
    await page.getByText('The Godmother', { exact: true }).waitFor()
    const rename = { key: 'name', value: 'Renamed from a shell' }
    await fetch(`${url}/films/1`, { method: 'PATCH', body: JSON.stringify(rename) })
    await page.getByText('Renamed from a shell').waitFor()

    visit.allow(/422/)
    const refusal = page.waitForEvent('dialog')
    await page.getByText('1994', { exact: true }).first().dblclick()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('abc')
    await page.keyboard.press('Enter')
    const dialog = await refusal
    assert.match(dialog.message(), /takes a whole number/)
    await dialog.accept()
    await page.getByText('abc', { exact: true }).waitFor({ state: 'detached' })
    await visit.close()
  })
})

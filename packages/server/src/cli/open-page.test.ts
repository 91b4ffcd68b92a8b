import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, it } from 'node:test'
import type { TestContext } from 'node:test'
import { pathToFileURL } from 'node:url'
import type { Observation } from '../observe/observation.ts'
import { openPage } from './open-page.ts'
import { patient } from '../../test/fixtures/patient.ts'

const scratch = mkdtempSync(join(tmpdir(), 'triptych-build-'))
after(() => rmSync(scratch, { recursive: true, force: true }))

/** A repository whose page is built, or not, by such a program. */
function repository(name: string, isBuilt: boolean, program: string): URL {
  const folder = join(scratch, name, 'apps/web/build')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'page-stamp.ts'), `export const isPageBuilt = () => ${isBuilt}`)
  writeFileSync(join(folder, 'build-page.ts'), program)
  return pathToFileURL(`${folder}/`)
}

async function opened(t: TestContext, builder: URL) {
  const notes: string[] = []
  const observe = (seen: Observation) => void (seen.kind === 'note' && notes.push(seen.message))
  const page = await openPage(observe, builder)
  t.after(() => page.close())
  const over = () => t.waitFor(() => assert.notEqual(page.now().kind, 'building'), patient)
  return { page, notes, over }
}

it('shows at once what was built from the same sources', async (t) => {
  const { page, notes } = await opened(t, repository('built', true, 'throw new Error()'))

  assert.equal(page.now().kind, 'ready')
  assert.deepEqual(notes, [])
})

it('builds what is old meanwhile, and then shows it', async (t) => {
  const { page, notes, over } = await opened(t, repository('old', false, ''))

  assert.equal(page.now().kind, 'building')
  await over()
  assert.equal(page.now().kind, 'ready')
  assert.match(notes.join('\n'), /^building the page…\npage built in \d+\.\d s$/)
})

it('tells why it could not be built, without the places of this machine', async (t) => {
  const program = 'throw new Error(`no such file: ${import.meta.dirname}/main.tsx`)'
  const { page, notes, over } = await opened(t, repository('wrong', false, program))

  await over()

  const state = page.now()
  assert.ok(state.kind === 'failed')
  assert.match(state.reason, /no such file: apps\/web\/build\/main\.tsx/)
  assert.ok(!state.reason.includes(scratch), state.reason)
  assert.match(notes.at(-1)!, /^the page was not built: /)
})

it('gives up a build when the server stops, and says nothing of it', async (t) => {
  const forever = 'setInterval(() => {}, 1000)'
  const { page, notes, over } = await opened(t, repository('slow', false, forever))

  page.close()
  await over()

  assert.deepEqual(notes, ['building the page…'])
})

it('builds nothing where there is nothing to build it with', async (t) => {
  const { page, notes } = await opened(t, pathToFileURL(join(scratch, 'published/')))

  assert.equal(page.now().kind, 'ready')
  assert.deepEqual(notes, [])
})

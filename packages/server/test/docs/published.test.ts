import assert from 'node:assert/strict'
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { build } from 'rolldown'
import { packageNames, stagePackages } from '../../../../scripts/stage-packages.ts'
import { mp4 } from '../fixtures/audio-samples.ts'
import { bringOldestNode, oldestNode } from '../fixtures/oldest-node.ts'
import { ownEnvironment } from '../fixtures/own-environment.ts'
import { patient } from '../fixtures/patient.ts'

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const project = mkdtempSync(join(tmpdir(), 'triptych-published-'))
const modules = join(project, 'node_modules')
after(() => rmSync(project, { recursive: true, force: true }))

/** Where npm would put them. */
const places = { client: 'triptych-client', server: 'triptych-server' }

/** Somebody's project, into which the packages were installed from what `npm publish` would send. */
before(async () => {
  await stagePackages(join(project, 'staged'))
  for (const name of packageNames) {
    const packed = execFileSync('npm', ['pack', '--silent', '--pack-destination', project], {
      cwd: join(project, 'staged', name),
      encoding: 'utf8',
    }).trim()
    const place = join(modules, places[name])
    mkdirSync(place, { recursive: true })
    execFileSync('tar', ['xzf', join(project, packed), '-C', place, '--strip-components=1'])
  }
  for (const name of Object.keys(published().dependencies)) {
    mkdirSync(dirname(join(modules, name)), { recursive: true })
    symlinkSync(join(root, 'node_modules', name), join(modules, name))
  }
  // A project may have such a folder of its own: it is not ours, and must be left alone.
  mkdirSync(join(project, 'apps/web/build'), { recursive: true })
})

describe('the published package', () => {
  it('is a few files with maps to the sources, and the licences of what is in them', () => {
    const dist = join(modules, 'triptych-server/dist')
    const scripts = globSync('**/*.js', { cwd: dist, exclude: ['contract/**'] })
    const maps = scripts.filter((name) => existsSync(join(dist, `${name}.map`)))
    const sources = maps.flatMap((name) => {
      const text = readFileSync(join(dist, `${name}.map`), 'utf8')
      return (JSON.parse(text) as { sources: string[] }).sources
    })

    assert.ok(scripts.length < 150, `${scripts.length} scripts`)
    assert.ok(sources.some((name) => name.endsWith('server/src/http/app.ts')))
    const inside = readFileSync(join(dist, 'LICENSES.txt'), 'utf8')
    assert.match(inside, /^zod$/m)
  })

  it('serves the API and the page, without its sources and without anything to build with', async (t) => {
    const { child, out } = start(t, process.execPath, ['--port', '0'])
    await t.waitFor(() => assert.match(out(), /ready at \S+\n/), patient)
    const url = /ready at (\S+)/.exec(out())![1]!

    const page = await fetch(url)
    const html = await page.text()
    const films = (await (await fetch(`${url}films`)).json()) as unknown[]
    const script = /src="(\.\/assets\/[^"]+\.js)"/.exec(html)![1]!

    assert.equal(page.status, 200)
    assert.equal((await fetch(new URL(script, url))).status, 200)
    assert.ok(films.length >= 100)
    assert.doesNotMatch(out(), /building/)
    await makesPreviews(url)
    await tellsOfRecordings(url)
    child.kill('SIGTERM')
    assert.deepEqual(await once(child, 'exit'), [0, null])
  })

  it('can be imported', () => {
    const text = `
      import { createTriptych } from 'triptych-server'
      import { Change } from 'triptych-server/contract/changes'
      import * as client from 'triptych-client'
      const { fetch, close } = await createTriptych({ data: ':memory:' })
      const answer = await fetch(new Request('http://localhost/films/1'))
      await close()
      console.log(answer.status, typeof Change.parse, typeof client.followChanges)`
    writeFileSync(join(project, 'main.mjs'), text)

    const out = execFileSync(process.execPath, ['main.mjs'], { cwd: project, encoding: 'utf8' })

    assert.equal(out, '200 function function\n')
  })

  it('works on the oldest Node that is promised, with accounts, as a program and as a library', async (t) => {
    const found = bringOldestNode()
    if ('reason' in found) return t.skip(found.reason)
    const { program: node } = found
    const version = execFileSync(node, ['--version'], { encoding: 'utf8' })
    assert.match(version, new RegExp(`^v${oldestNode}\\.`))
    const { child, out } = start(t, node, ['--port', '0', '--data', 'oldest', '--auth', 'accounts'])
    await t.waitFor(() => assert.match(out(), /comes in by \S+#link=/), patient)
    const [, url = '', secret] = /comes in by (\S+)#link=(\S+)/.exec(out())!
    const ada = { secret, name: 'Ada', password: 'a long password' }
    const entered = await fetch(new URL('auth/links/use', url), {
      method: 'POST',
      body: JSON.stringify(ada),
    })
    assert.equal(entered.status, 200)
    child.kill('SIGTERM')
    assert.deepEqual(await once(child, 'exit'), [0, null])

    const text = `
      import { createTriptych } from 'triptych-server'
      const { fetch, close } = await createTriptych({ data: ':memory:' })
      const sent = { method: 'PATCH', body: JSON.stringify({ key: 'name', value: 'New' }) }
      const headers = { 'content-type': 'application/json' }
      await fetch(new Request('http://localhost/films/1', { ...sent, headers }))
      const films = await fetch(new Request('http://localhost/films/1'))
      console.log((await films.json()).name)
      await close()`
    writeFileSync(join(project, 'oldest.mjs'), text)
    assert.equal(execFileSync(node, ['oldest.mjs'], { cwd: project, encoding: 'utf8' }), 'New\n')
  })

  it('works in the bundle of somebody else, which takes no files along', async () => {
    const text = `
      import { createTriptych } from 'triptych-server'
      const { fetch, close } = await createTriptych({ data: ':memory:' })
      const answers = ['films/1', ''].map((path) => fetch(new Request('http://localhost/' + path)))
      console.log(...(await Promise.all(answers)).map(({ status }) => status))
      await close()`
    writeFileSync(join(project, 'app.mjs'), text)
    const file = join(project, 'out/app.mjs')
    await build({ input: join(project, 'app.mjs'), output: { file }, platform: 'node' })

    assert.doesNotMatch(readFileSync(file, 'utf8'), /create table/i)
    // Wrapped by the compiler, an import that is to be left alone is not known as such by bundlers.
    const entry = readFileSync(join(modules, 'triptych-server/dist/index.js'), 'utf8')
    assert.doesNotMatch(entry, /\bimport\(/)
    const out = execFileSync(process.execPath, [file], { cwd: project, encoding: 'utf8' })
    assert.equal(out, '200 200\n')
  })

  it('is copied into an app that was built, which then runs where nothing is installed', async (t) => {
    const elsewhere = mkdtempSync(join(tmpdir(), 'triptych-moved-'))
    t.after(() => rmSync(elsewhere, { recursive: true, force: true }))
    const app = join(elsewhere, 'app')
    const text = `
      import { createTriptych } from 'triptych-server'
      const { fetch, close } = await createTriptych({ data: ':memory:' })
      const answers = ['films/1', '', 'docs'].map((path) => fetch(new Request('http://localhost/' + path)))
      console.log(...(await Promise.all(answers)).map(({ status }) => status))
      await close()`
    writeFileSync(join(project, 'moved.mjs'), text)
    const file = join(app, 'chunks/app.mjs')
    await build({ input: join(project, 'moved.mjs'), output: { file }, platform: 'node' })
    const start = () =>
      spawnSync(process.execPath, [file], {
        cwd: tmpdir(),
        encoding: 'utf8',
        env: ownEnvironment(),
      })
    const alone = start()
    assert.match(alone.stderr, /triptych-server is not installed above/)

    const program = join(modules, 'triptych-server/bin/triptych.js')
    const said = execFileSync(process.execPath, [program, 'copy', app], { encoding: 'utf8' })

    assert.match(said, /^Copied: triptych-server and \d+ packages that it needs/)
    const { status, stdout, stderr } = start()
    assert.equal(status, 0, stderr)
    assert.equal(stdout, '200 200 200\n')
    // Also what only a package of a package needs, and nothing for those who write.
    assert.ok(existsSync(join(app, 'node_modules/pg-protocol/package.json')))
    assert.deepEqual(globSync('node_modules/triptych-server/**/*.{map,d.ts}', { cwd: app }), [])
  })

  it('tells its types to whoever imports it', () => {
    const text = `
      import { createTriptych } from 'triptych-server'
      import type { Config, Triptych } from 'triptych-server'
      import type { Change } from 'triptych-client/contract/changes'
      import { openServer } from 'triptych-client'
      const options: Partial<Config> = { data: ':memory:', port: 0 }
      export const server: Promise<Triptych> = createTriptych(options)
      export const small: Promise<Triptych> = createTriptych({ limits: { body: 1_000 } })
      export const last = (changes: Change[]): number | undefined => changes.at(-1)?.revision
      export const page = openServer({ url: 'http://localhost:3200' })
      // @ts-expect-error: a number, and that it is known shows that these are no holes in the types.
      export const wrong: Partial<Config> = { port: 'any' }
      // @ts-expect-error
      openServer({ uri: '' })`
    writeFileSync(join(project, 'main.mts'), text)
    const tsc = join(root, 'node_modules/typescript/bin/tsc')
    const types = ['--typeRoots', join(root, 'node_modules/@types'), '--types', 'node']

    const args = [tsc, '--noEmit', '--strict', '--module', 'nodenext', ...types, 'main.mts']
    const { status, stdout } = spawnSync(process.execPath, args, { cwd: project, encoding: 'utf8' })

    assert.equal(stdout, '')
    assert.equal(status, 0)
  })
})

/** The installed program, with what it has printed. */
function start(t: TestContext, node: string, args: string[]) {
  const program = join(modules, 'triptych-server/bin/triptych.js')
  const child = spawn(node, [program, ...args], { cwd: project, env: ownEnvironment() })
  t.after(() => child.kill('SIGKILL'))
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (printed += text))
  }
  return { child, out: () => printed }
}

function published(): { dependencies: Record<string, string> } {
  const text = readFileSync(join(modules, 'triptych-server/package.json'), 'utf8')
  return JSON.parse(text) as { dependencies: Record<string, string> }
}

/** Pictures are made smaller by a program of its own, which must be found too. */
async function makesPreviews(url: string): Promise<void> {
  const sharp = (await import('sharp')).default
  const picture = await sharp({
    create: { width: 64, height: 64, channels: 3, background: 'red' },
  })
    .png()
    .toBuffer()
  await upload(url, 'red.png', picture)
  const preview = await fetch(`${url}preview?width=16&height=16&id=/red.png`)
  assert.equal(preview.status, 200)
  assert.match(preview.headers.get('content-type') ?? '', /^image\/(?!svg)/)
}

async function tellsOfRecordings(url: string): Promise<void> {
  await upload(url, 'song.m4a', mp4())
  const info = (await (await fetch(`${url}info/song.m4a`)).json()) as Record<string, unknown>
  assert.equal(info['Title'], 'Größe')
}

async function upload(url: string, name: string, bytes: Uint8Array): Promise<void> {
  const form = new FormData()
  form.set('file', new File([new Uint8Array(bytes)], name))
  await fetch(`${url}upload?id=/`, { method: 'POST', body: form })
}

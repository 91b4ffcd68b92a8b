import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import type { Page } from 'playwright-core'
import { run } from '../packages/server/src/cli/triptych.ts'

/**
 * `npm run test:frameworks [names…]`, after `npm run pack`: apps as people have them, outside of the repository. Each is
 * installed from npm with the packed packages, built by its own bundler, started, asked for data, and looked at in a browser.
 */
const root = fileURLToPath(new URL('../', import.meta.url))
const starters = ['react', 'svelte', 'vue']
const mounted = ['sveltekit', 'next', 'next-standalone', 'nuxt']
const names = process.argv.slice(2)
const chosen = [...starters, ...mounted].filter(
  (name) => names.length === 0 || names.includes(name),
)
assert.ok(chosen.length > 0, `There are ${[...starters, ...mounted].join(', ')}.`)

const packages = globSync('dist/*.tgz', { cwd: root }).map((file) => join(root, file))
assert.equal(packages.length, 2, 'npm run pack comes first.')
const { overrides } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  overrides: object
}

for (const name of chosen) {
  const folder = mkdtempSync(join(tmpdir(), `triptych-${name}-`))
  try {
    await tryOut(name, folder)
    console.log(`✔ ${name}`)
  } finally {
    for (const one of [folder, `${folder}-moved`]) rmSync(one, { recursive: true, force: true })
  }
}

async function tryOut(name: string, folder: string): Promise<void> {
  if (starters.includes(name)) await run(['init', folder, '--with', name], {})
  for (const example of mounted.filter((one) => name.startsWith(one)))
    cpSync(join(root, 'examples', example), folder, { recursive: true })
  const manifest = join(folder, 'package.json')
  const written = JSON.parse(readFileSync(manifest, 'utf8')) as object
  // Bundlers of which there is a version for this machine.
  writeFileSync(manifest, JSON.stringify({ ...written, overrides }))
  const port = await freePort()
  const url = `http://localhost:${port}`
  const env = {
    ...process.env,
    PORT: String(port),
    // For this machine only.
    HOST: 'localhost',
    HOSTNAME: 'localhost',
    ORIGIN: url,
    BODY_SIZE_LIMIT: 'Infinity',
    NEXT_TELEMETRY_DISABLED: '1',
    NUXT_TELEMETRY_DISABLED: '1',
  }
  const npm = (...args: string[]) =>
    execFileSync('npm', args, { cwd: folder, env, stdio: ['ignore', 'ignore', 'inherit'] })
  npm('install', '--no-audit', '--no-fund', ...packages)
  npm('run', 'build')

  const [cwd, program, ...args] = startOf(name, folder)
  const app = spawn(program, args, { cwd, env, detached: true, stdio: 'inherit' })
  try {
    await isAnswered(url)
    await asksForData(url)
    await isSeen(name, url)
  } finally {
    // npm and what it started.
    process.kill(-app.pid!, 'SIGTERM')
    await once(app, 'exit')
  }
}

/** Where and how it is started. What may be moved elsewhere is moved to where nothing is installed. */
function startOf(name: string, folder: string): [cwd: string, program: string, ...args: string[]] {
  const elsewhere = `${folder}-moved`
  if (name === 'next-standalone') {
    const page = readFileSync(join(root, 'docs/how-to/next.md'), 'utf8')
    const lines = /^triptych copy [^]*?(?=^node )/m.exec(page)![0]
    const bin = join(folder, 'node_modules/.bin')
    const env = { ...process.env, PATH: `${bin}:${process.env['PATH']}` }
    execFileSync('sh', ['-e', '-c', lines], { cwd: folder, env, stdio: 'inherit' })
    cpSync(join(folder, '.next/standalone'), elsewhere, { recursive: true })
    return [elsewhere, 'node', 'server.js']
  }
  if (name === 'nuxt') {
    cpSync(join(folder, '.output'), join(elsewhere, '.output'), { recursive: true })
    return [elsewhere, 'node', '.output/server/index.mjs']
  }
  return [folder, 'npm', 'start', ...(name === 'next' ? ['--', '-H', 'localhost'] : [])]
}

async function asksForData(url: string): Promise<void> {
  const ask = async (path: string, init?: RequestInit) => {
    const answer = await fetch(`${url}/api/${path}`, init)
    assert.equal(answer.status, 200, `${path}: ${await answer.clone().text()}`)
    return answer
  }
  await ask('films/1')
  await ask('tasks')
  await ask('docs')
  const headers = { 'content-type': 'application/json' }
  await ask('films/1', { method: 'PUT', body: JSON.stringify({ name: 'Changed' }), headers })
  // More than a framework takes unless it is told.
  const bytes = new Uint8Array(3_000_000).fill(1)
  const body = new FormData()
  body.append('file', new File([bytes], 'large.bin'))
  await ask('upload?id=/', { method: 'POST', body, headers: { origin: url } })
  const stored = await ask('direct?id=/large.bin')
  assert.equal((await stored.arrayBuffer()).byteLength, bytes.length)
}

async function isSeen(name: string, url: string): Promise<void> {
  const browser = await chromium.launch({ executablePath: chromiumHere() })
  try {
    const page = await browser.newPage()
    const failures: string[] = []
    page.on('pageerror', (error) => failures.push(error.message))
    await page.goto(url)
    if (starters.includes(name)) await seesAll(page)
    else await seesFilms(page)
    assert.deepEqual(failures, [])
  } finally {
    await browser.close()
  }
}

async function seesAll(page: Page): Promise<void> {
  await page.getByText('Planning').first().waitFor()
  await page.getByRole('button', { name: 'Files' }).click()
  await page.getByText('Notes').first().waitFor()
  await page.getByRole('button', { name: 'Films' }).click()
  await seesFilms(page)
}

/** In a cell, or in a field of a row. */
async function seesFilms(page: Page): Promise<void> {
  const cell = page.getByText('12 Angry Men', { exact: true })
  const field = page.getByRole('textbox', { name: 'Name' })
  await cell.or(field).first().waitFor()
}

async function isAnswered(url: string): Promise<void> {
  for (const end = Date.now() + 60_000; ;) {
    const answer = await fetch(url).catch(() => null)
    if (answer?.ok) return
    assert.ok(Date.now() < end, `Nothing answers at ${url}.`)
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, 'localhost')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

function chromiumHere(): string {
  return execFileSync('which', ['chromium'], { encoding: 'utf8' }).trim()
}

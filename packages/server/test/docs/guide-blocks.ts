import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { ownEnvironment } from '../fixtures/own-environment.ts'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../../../../', import.meta.url))

/** A block of code on a page. */
export interface Block {
  language: string
  text: string
  firstLine: string
  /** What is shown right below it as the answer. */
  answer: string | null
}

export function blocksIn(page: string): Block[] {
  const fences = [...page.matchAll(/^```(\w*)\n([^]*?)^```$/gm)]
  return fences.flatMap((fence, index) => {
    const [whole, language = '', text = ''] = fence
    const next = fences[index + 1]
    const isBeside = next && page.slice(fence.index + whole.length, next.index).trim() === ''
    const before = fences[index - 1]
    const isAnswer =
      language === 'json' &&
      before?.[1] === 'sh' &&
      page.slice(before.index + before[0].length, fence.index).trim() === ''
    if (isAnswer) return []
    const answer = language === 'sh' && isBeside && next[1] === 'json' ? (next[2] ?? null) : null
    return [{ language, text, firstLine: text.split('\n', 1)[0] ?? '', answer }]
  })
}

/** What is done with a block, or `null` where nothing can be. */
export function kindOf({
  language,
  text,
  firstLine,
}: Block): 'file' | 'install' | 'serve' | 'run' | null {
  if (/^(\/\/|#|<!--) [\w/.-]+\.\w+( -->)?$/.test(firstLine)) return 'file'
  if (language !== 'sh') return null
  if (/^npm (install|i) /.test(text)) return 'install'
  if (isServer(lastLine(text))) return 'serve'
  return text.includes('…') ? null : 'run'
}

function lastLine(text: string): string {
  return text.trimEnd().split('\n').at(-1) ?? ''
}

function isServer(line: string): boolean {
  return /^(npx triptych-server( serve)?( |$)|triptych serve( |$)|node server\.m?[jt]s$)/.test(line)
}

/** The folder of a reader who does what a page says, one block after the other. */
export interface Reader {
  do(block: Block): Promise<void>
  leave(): Promise<void>
}

/** `localhost:3200` is a server with the demo, unless the page starts one; `localhost:3000` is one of the page. */
export async function openReader(demo: string): Promise<Reader> {
  const home = mkdtempSync(join(tmpdir(), 'triptych-reader-'))
  symlinkSync(join(root, 'node_modules'), join(home, 'node_modules'))
  let server: ChildProcess | null = null
  let address = demo
  const own = `127.0.0.1:${await freePort()}`

  const here = (text: string) =>
    text
      .replaceAll('localhost:3200', address)
      .replaceAll('localhost:3000', own)
      .replaceAll(/\b3000\b/g, own.split(':')[1]!)
  const env = {
    ...ownEnvironment(),
    PATH: [join(root, 'node_modules/.bin'), dirname(process.execPath), process.env['PATH']].join(
      ':',
    ),
    HOME: home,
  }

  async function stop(): Promise<void> {
    if (!server || server.exitCode !== null) return
    const ended = once(server, 'exit')
    server.kill('SIGTERM')
    await ended
  }

  async function serve(text: string): Promise<void> {
    await stop()
    const lines = text.trimEnd().split('\n')
    const command = lines.pop()!
    const isTriptych = !command.startsWith('node ')
    const port = isTriptych ? String(await freePort()) : own.split(':')[1]!
    if (isTriptych) address = `127.0.0.1:${port}`
    if (lines.length > 0) await shell(lines.join('\n'))
    const program = isTriptych
      ? command.replace(/^(npx triptych-server|triptych)( serve)?/, `triptych serve --port ${port}`)
      : command
    const child = spawn('bash', ['-c', `exec ${program}`], {
      cwd: home,
      env: { ...env, PORT: port },
    })
    server = child
    let said = ''
    child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
    for (let tries = 0; !(await answers(`http://127.0.0.1:${port}`)); tries++) {
      assert.ok(child.exitCode === null && tries < 1200, `${command} did not start: ${said}`)
      await pause(50)
    }
  }

  async function shell(text: string): Promise<string> {
    const { stdout } = await run('bash', ['-e', '-o', 'pipefail', '-c', here(text)], {
      cwd: home,
      env,
    })
    return stdout
  }

  return {
    async do(block) {
      const kind = kindOf(block)
      if (kind === 'file') writeFileAt(home, here(block.text))
      else if (kind === 'install') assertInstalled(block.text)
      else if (kind === 'serve') await serve(block.text)
      else if (kind === 'run') {
        const said = await shell(block.text)
        // An answer that is not shown, or put aside, is one that went well.
        const unseen = (block.answer === null ? said : '') + putAside(home)
        assert.doesNotMatch(unseen, /"urn:triptych:error:/, unseen)
        if (block.answer === null) return
        assertSame(JSON.parse(said.slice(lastValueStart(said))), JSON.parse(block.answer))
      } else assert.fail(`nobody can run this: ${block.firstLine}`)
    },
    async leave() {
      await stop()
      rmSync(home, { recursive: true, force: true })
    },
  }
}

/** `…` stands for what differs each time, and for the rest of a list. */
export function assertSame(said: unknown, shown: unknown): void {
  assert.deepEqual(said, filledIn(shown, said))
}

function filledIn(shown: unknown, said: unknown): unknown {
  if (shown === '…') return said
  if (Array.isArray(shown) && Array.isArray(said)) {
    const isCut = shown.at(-1) === '…' && said.length >= shown.length
    const items = isCut ? [...shown.slice(0, -1), ...said.slice(shown.length - 1)] : shown
    return items.map((one, index) => filledIn(one, said[index]))
  }
  if (typeof shown !== 'object' || shown === null) return shown
  const other = (said ?? {}) as Record<string, unknown>
  return Object.fromEntries(
    Object.entries(shown).map(([key, one]) => [key, filledIn(one, other[key])]),
  )
}

function putAside(home: string): string {
  const file = join(home, 'answer.json')
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}

function writeFileAt(home: string, text: string): void {
  const name = /^\S+ ([\w/.-]+)/.exec(text)?.[1] ?? ''
  mkdirSync(dirname(join(home, name)), { recursive: true })
  writeFileSync(join(home, name), text)
}

/** The repository has them, so that what the page says next can be run; nobody is asked for them here. */
function assertInstalled(text: string): void {
  const names = text
    .trim()
    .replace(/^npm \w+ /, '')
    .split(/\s+/)
  for (const name of names.filter((one) => !one.startsWith('-'))) {
    assert.ok(existsSync(join(root, 'node_modules', name)), `${name} is not in package.json`)
  }
}

async function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    () => true,
    () => false,
  )
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** curl writes the answers of several commands one after the other. */
function lastValueStart(text: string): number {
  for (let start = 0; ;) {
    try {
      JSON.parse(text.slice(start))
      return start
    } catch {
      const next = text.slice(start + 1).search(/[[{]/)
      if (next < 0) throw new Error(`no JSON in ${text}`)
      start += 1 + next
    }
  }
}

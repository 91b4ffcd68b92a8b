import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { MadeToken } from '@triptych/contract/accounts'
import { compare, isAsked } from './compare.ts'
import type { Options, Ratio, Samples, Scenario } from './compare.ts'
import { rawRequest } from './load.ts'
import { printGoals, report } from './report.ts'
import type { Finding } from './report.ts'
import { startServer, withoutSettings } from './server.ts'
import type { Server } from './server.ts'
import { cli } from './tables-server.ts'

/** Somebody who asks a server, in one of the ways to say who they are. */
interface Asker extends Server {
  /** Lines of headers, as they are sent. */
  says: string
}

const open = 'without accounts'
const ways = ['with a session', 'with a token'] as const
const rows = 1000
const password = 'correct horse battery'

/** What it costs that a server asks who asks: the same requests on one that does not, in turn. */
export async function benchAuth(
  folder: string,
  options: Options,
): Promise<{ samples: Samples; findings: Finding[] }> {
  const askers = [await startOpen(folder, options), ...(await startGuarded(folder, options))]
  try {
    const scenarios = scenariosFor(askers).filter(({ name }) => isAsked(options, name))
    const samples = await compare(scenarios, options)
    const findings = report(scenarios, samples, ratios(scenarios), options.repeats)
    printGoals(findings)
    return { samples, findings }
  } finally {
    for (const asker of askers) await asker.stop()
  }
}

// No value comes twice, so that every edit changes its cell.
let edits = 0

function scenariosFor(servers: Asker[]): Scenario<Asker>[] {
  const plan = (make: () => [method: string, path: string, body?: string]) => (asker: Asker) => ({
    step: () => {
      const [method, path, body] = make()
      return [rawRequest(method, path, body, asker.says)]
    },
  })
  return [
    {
      name: 'edit',
      title: 'PATCH of one cell, 50 connections',
      connections: 50,
      servers,
      plan: plan(() => {
        const id = 1 + Math.floor(Math.random() * rows)
        return ['PATCH', `/films/${id}`, JSON.stringify({ key: 'rating', value: ++edits + 0.5 })]
      }),
    },
    {
      name: 'list',
      title: 'GET of 50 rows, 50 connections',
      connections: 50,
      servers,
      plan: plan(() => ['GET', '/short']),
    },
  ]
}

function ratios(scenarios: Scenario<Asker>[]): Ratio[] {
  return scenarios.flatMap(({ name }) =>
    ways.map((way) => ({
      under: name,
      title: `CPU of ${name}, ${way} / ${open}`,
      of: (sample) => sample(name, way).cpu / sample(name, open).cpu,
      goal: { atMost: 1.1 },
    })),
  )
}

async function startOpen(folder: string, options: Options): Promise<Asker> {
  const server = await start(options, join(folder, 'open'), open, [])
  const asker = { ...server, says: '' }
  await fill(asker)
  return asker
}

/** One server: whoever asks by a session and whoever asks by a token do so of the same one. */
async function startGuarded(folder: string, options: Options): Promise<Asker[]> {
  const data = join(folder, 'guarded')
  await addOwner(data)
  // Counted as anywhere, but never refused.
  const rates = ['--rate-reads', '1000000', '--rate-writes', '1000000']
  const server = await start(options, data, 'with accounts', ['--auth', 'accounts', ...rates])
  const login = await ask(server, 'POST', '/auth/login', { name: 'Ada', password })
  const cookie = login.headers.get('set-cookie')?.split(';')[0] ?? ''
  const session = `Cookie: ${cookie}\r\nSec-Fetch-Site: same-origin\r\n`
  const made = await ask({ ...server, says: session }, 'POST', '/auth/tokens', {
    name: 'bench',
    access: 'write',
  })
  const { token } = (await made.json()) as MadeToken
  const [bySession, byToken] = [session, `Authorization: Bearer ${token}\r\n`].map(
    (says, index) => ({ ...server, name: ways[index]!, says }),
  )
  await fill(byToken!)
  return [bySession!, byToken!]
}

function start({ profile }: Options, data: string, name: string, more: string[]): Promise<Server> {
  const profiler = profile === null ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`]
  const args = [...profiler, cli, 'serve', '--port', '0', '--data', data, '--empty', ...more]
  return startServer({ name, args, stderr: 'ignore' })
}

async function addOwner(data: string): Promise<void> {
  const args = [cli, 'user', 'add', 'Ada', '--owner', '--password-stdin', '--data', data]
  const child = spawn(process.execPath, args, {
    stdio: ['pipe', 'ignore', 'inherit'],
    env: withoutSettings(process.env),
  })
  child.stdin.end(password)
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) throw new Error('The owner could not be added.')
}

async function fill(asker: Asker): Promise<void> {
  const columns = [
    { name: 'name', type: 'text' },
    { name: 'rating', type: 'number' },
  ]
  for (const [name, count] of [
    ['films', rows],
    ['short', 50],
  ] as const) {
    await ask(asker, 'POST', '/tables', { name, columns })
    const films = Array.from({ length: count }, (_, n) => ({ name: `Film ${n}`, rating: n }))
    await ask(asker, 'POST', `/${name}/rows`, { rows: films })
  }
}

async function ask(
  { port, says = '' }: Server & { says?: string },
  method: string,
  path: string,
  body: unknown,
): Promise<Response> {
  const lines = says.split('\r\n').filter((line) => line !== '')
  const headers = Object.fromEntries(lines.map((line) => line.split(': ') as [string, string]))
  const sent = { method, headers, body: JSON.stringify(body) }
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, sent)
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
  return answer
}

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Entry, MadeToken } from '@triptych/contract/accounts'
import { entriesOf, listed, makeRuled, ruleFor } from './auth-rules.ts'
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
const owner = 'an owner'
const bound = 'bound by rules'
const rows = 1000
const mostRules = 10_000
/** The most CPU, as a multiple. */
const goals: Record<string, number> = { edit: 1.1, list: 1.1, ruled: 1.3 }
const password = 'correct horse battery'

/**
 * What it costs that a server asks who asks: the same requests on one that does not, in turn. Then what rules cost: the
 * same list for an owner and for somebody whom they bind, of one server.
 */
export async function benchAuth(
  folder: string,
  options: Options,
): Promise<{ samples: Samples; findings: Finding[] }> {
  const askers = [await startOpen(folder, options), ...(await startGuarded(folder, options))]
  const ruled = isAsked(options, 'ruled') ? await startRuled(folder, options) : []
  try {
    const all = [...scenariosFor(askers), ...ruledScenarios(ruled)]
    const scenarios = all.filter(({ name }) => isAsked(options, name))
    const samples = await compare(scenarios, options)
    const findings = report(scenarios, samples, ratios(scenarios), options.repeats)
    printGoals(findings)
    return { samples, findings }
  } finally {
    for (const asker of [...askers, ...ruled]) await asker.stop()
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

function ruledScenarios(servers: Asker[]): Scenario<Asker>[] {
  let isRenamed = false
  const list = ({ says }: Asker) => rawRequest('GET', `/files${listed}`, '', says)
  return [
    {
      name: 'ruled',
      title: `GET of a folder of ${entriesOf.owner}, 50 connections`,
      connections: 50,
      servers,
      plan: (asker) => ({ step: () => [list(asker)] }),
    },
    {
      name: 'ruled changing',
      title: 'the same after a folder elsewhere was renamed, 1 connection',
      connections: 1,
      servers,
      plan: (asker) => ({
        step() {
          const [from, to] = isRenamed ? ['two', 'one'] : ['one', 'two']
          isRenamed = !isRenamed
          const body = JSON.stringify({ operation: 'rename', name: to })
          return [rawRequest('PUT', `/files/other/${from}`, body, servers[0]?.says), list(asker)]
        },
      }),
    },
  ]
}

function ratios(scenarios: Scenario<Asker>[]): Ratio[] {
  return scenarios.flatMap(({ name, servers }) => {
    const [first, ...others] = servers.map((asker) => asker.name)
    return others.map((other): Ratio => {
      const title = `CPU of ${name}, ${other} / ${first}`
      const of: Ratio['of'] = (sample) => sample(name, other).cpu / sample(name, first!).cpu
      const atMost = goals[name]
      return { under: name, title, of, ...(atMost !== undefined && { goal: { atMost } }) }
    })
  })
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
  await addAccount(data, 'Ada', '--owner')
  const server = await start(options, data, 'with accounts', guarded)
  const { session, token } = await enter(server, 'Ada')
  const [bySession, byToken] = [session, token].map((says, index) => ({
    ...server,
    name: ways[index]!,
    says,
  }))
  await fill(byToken!)
  return [bySession!, byToken!]
}

/** One server: an owner, and an editor of whom many folders are kept. */
async function startRuled(folder: string, options: Options): Promise<Asker[]> {
  const [data, drive] = [join(folder, 'ruled'), join(folder, 'drive')]
  const ruled = await makeRuled(drive, Math.ceil(mostRules * options.scale))
  await addAccount(data, 'Ada', '--owner')
  await addAccount(data, 'Ben')
  const server = await start(options, data, 'with rules', [...guarded, '--files', drive])
  const ada = { ...server, name: owner, says: (await enter(server, 'Ada')).token }
  const place = { workspace: 'main', kind: 'account', name: 'Ben', role: 'editor' }
  await ask(ada, 'PUT', '/auth/members', place)
  const { id, token } = await enter(server, 'Ben')
  const ben = { ...server, name: bound, says: token }
  const left = ruled.values()
  const setAll = async () => {
    for (const each of left) await ask(ada, 'PUT', '/auth/rules', ruleFor(id, each))
  }
  await Promise.all(Array.from({ length: 20 }, setAll))
  for (const [asker, count] of [
    [ada, entriesOf.owner],
    [ben, entriesOf.bound],
  ] as const) {
    const entries = (await (await ask(asker, 'GET', `/files${listed}`)).json()) as unknown[]
    if (entries.length !== count) throw new Error(`${asker.name} sees ${entries.length} entries`)
  }
  return [ada, ben]
}

/** Requests are counted as anywhere, but never refused. */
const guarded = ['--auth', 'accounts', '--rate-reads', '1000000', '--rate-writes', '1000000']

/** Who somebody is, and the lines by which they say so. */
async function enter(
  server: Server,
  name: string,
): Promise<{ id: string; session: string; token: string }> {
  const login = await ask(server, 'POST', '/auth/login', { name, password })
  const { you } = (await login.json()) as Entry
  const cookie = login.headers.get('set-cookie')?.split(';')[0] ?? ''
  const session = `Cookie: ${cookie}\r\nSec-Fetch-Site: same-origin\r\n`
  const wanted = { name: 'bench', access: 'write' }
  const made = await ask({ ...server, says: session }, 'POST', '/auth/tokens', wanted)
  const { token } = (await made.json()) as MadeToken
  return { id: you?.id ?? '', session, token: `Authorization: Bearer ${token}\r\n` }
}

function start({ profile }: Options, data: string, name: string, more: string[]): Promise<Server> {
  const profiler = profile === null ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`]
  const args = [...profiler, cli, 'serve', '--port', '0', '--data', data, '--empty', ...more]
  return startServer({ name, args, stderr: 'ignore' })
}

async function addAccount(data: string, name: string, ...more: string[]): Promise<void> {
  const args = [cli, 'user', 'add', name, ...more, '--password-stdin', '--data', data]
  const child = spawn(process.execPath, args, {
    stdio: ['pipe', 'ignore', 'inherit'],
    env: withoutSettings(process.env),
  })
  child.stdin.end(password)
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) throw new Error('The account could not be added.')
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
  body?: unknown,
): Promise<Response> {
  const lines = says.split('\r\n').filter((line) => line !== '')
  const headers = Object.fromEntries(lines.map((line) => line.split(': ') as [string, string]))
  const sent = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) }
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, sent)
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
  return answer
}

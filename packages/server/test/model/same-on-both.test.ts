import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { TestContext } from 'node:test'
import { createTriptych } from '../../src/main.ts'
import type { Triptych } from '../../src/main.ts'
import { requestOf } from '../fixtures/api.ts'
import { newFolder } from '../fixtures/run-program.ts'
import { newPostgresDatabase } from '../fixtures/postgres-server.ts'
import { fileRequest } from './random-file-requests.ts'
import { planRequest } from './random-gantt-requests.ts'
import { firstTables, nextPage, tableRequest } from './random-table-requests.ts'
import type { Sent } from './random-table-requests.ts'
import { chosenSeed, seededRandom } from '../fixtures/seeded-random.ts'
import type { SeededRandom } from '../fixtures/seeded-random.ts'

interface Server {
  triptych: Triptych
  /** What tells this database from every other; versions begin with it. */
  identity: string
  /** The next page of the last list that has one. */
  next: string
}

/** What is by chance, or of the moment: it is different each time also on the same database. */
const chances: [what: string, found: RegExp, instead: string][] = [
  ['the time of an entry in the log', /"at":"[\d:.TZ-]+"(?=,"actor")/g, '"at":"…"'],
  ['the step of an entry', /"step":"[0-9a-f-]{36}"/g, '"step":"…"'],
  ['the time of a file', /"(date|modified|Modified)":"[\d:.TZ-]+"/g, '"$1":"…"'],
  ['a cursor, which is signed', /cursor=[\w.~%-]+/g, 'cursor=…'],
  ['the same in a body', /"next":"[^"]+"/g, '"next":"…"'],
  ['when a workbook was made', /(PK\p{Cc}{2}.{6}|UT\p{Cc}{2}.).{4}/gsu, '$1…'],
]
/** The last tells whether all of the disk was looked at yet, which goes on in the background. */
const chanceHeaders = new Set(['x-request-id', 'x-complete'])

const count = 500
const both: Server[] = []

async function open(options: object): Promise<void> {
  const triptych = await createTriptych({ data: ':memory:', empty: true, lazyAbove: 3, ...options })
  const { headers } = await triptych.fetch(new Request('http://localhost/tasks'))
  const identity = /^(?:W\/)?"([0-9a-f]+)-/.exec(headers.get('etag') ?? '')?.[1]
  assert.ok(identity)
  both.push({ triptych, identity, next: '/films' })
}

before(async () => {
  await open({})
  await open({ data: newFolder(), database: await newPostgresDatabase(), connections: 4 })
})
after(() => Promise.all(both.map(({ triptych }) => triptych.close())))

/** Everything a client can see of the answer, but for what is by chance. */
async function answerOf(server: Server, { method, path, body }: Sent): Promise<string> {
  const address = `http://localhost${path === nextPage ? server.next : path}`
  const response = await server.triptych.fetch(requestOf(address, method, body))
  const headers = [...response.headers].filter(([name]) => !chanceHeaders.has(name))
  const lines = headers.map(([name, value]) => `${name}: ${value}`)
  const link = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
  if (link) server.next = link
  const bytes = Buffer.from(await response.arrayBuffer()).toString('latin1')
  const whole = [response.status, ...lines, '', bytes].join('\n').replaceAll(server.identity, 'ID')
  return chances.reduce((text, [, found, instead]) => text.replaceAll(found, instead), whole)
}

async function compare(sent: Sent, what: string): Promise<number> {
  const [one = '', other = ''] = await Promise.all(both.map((server) => answerOf(server, sent)))
  if (one !== other) assert.fail(`${what}: ${JSON.stringify(sent)}\n${difference(one, other)}`)
  return Number(one.slice(0, 3))
}

/** The first place where they differ. */
function difference(one: string, other: string): string {
  let at = 0
  while (one[at] === other[at]) at++
  const around = (text: string) => text.slice(Math.max(0, at - 200), at + 200)
  return `SQLite: ${around(one)}\nPostgreSQL: ${around(other)}`
}

async function compareMany(
  t: TestContext,
  requestFor: (random: SeededRandom) => Sent,
  first: (random: SeededRandom) => Sent[] = () => [],
): Promise<void> {
  const seed = chosenSeed()
  t.diagnostic(`seed ${seed}`)
  const random = seededRandom(seed)
  const statuses = new Map<number, number>()
  for (const sent of first(random)) await compare(sent, `seed ${seed}`)
  for (let number = 0; number < count; number++) {
    const status = await compare(requestFor(random), `seed ${seed}, request ${number}`)
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
  }
  t.diagnostic(JSON.stringify(Object.fromEntries(statuses)))
  assert.equal(statuses.get(500), undefined)
  assert.ok((statuses.get(200) ?? 0) > count / 3, 'most of it was refused')
}

describe('the same requests on SQLite and on PostgreSQL', () => {
  it('have the same answers of tables, byte for byte', (t) =>
    compareMany(t, tableRequest, firstTables))

  it('have the same answers of plans, byte for byte', (t) => compareMany(t, planRequest))

  it('have the same answers of files, byte for byte', (t) => compareMany(t, fileRequest))
})

import assert from 'node:assert/strict'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Attack } from './attack.ts'

/** `size` is 1 for what ended or stopped the server once, and less for something like it. */
export function attacksByReading(size: number): Attack[] {
  const rows = Math.max(2000, Math.round(100_000 * size))
  const readers = Math.max(4, Math.round(64 * size))
  return [
    {
      name: 'reads: queries that nobody waits for',
      sends: `6 × POST /big/query with 500 rules over ${rows} rows of 700 characters, left after 0.3 s`,
      run: (target) => queriesLeft(target, { rows, queries: 6 }),
    },
    {
      name: 'reads: heavy queries side by side',
      sends: `4 × POST /big/query with 500 rules over ${rows} rows of 700 characters`,
      run: (target) => queriesAtOnce(target, { rows, queries: 4 }),
    },
    {
      name: 'reads: lists that nobody takes',
      sends: `${readers} × GET /big of ${rows} rows, of which nothing is read, and writes meanwhile`,
      run: (target) => listsNotTaken(target, { rows, readers }),
    },
    {
      name: 'reads: archives that nobody takes',
      sends: '2 × GET /workspaces/main/export, of which nothing is read',
      run: (target) => archivesNotTaken(target, { rows }),
    },
  ]
}

/** What a cheap question may take beside all of this, on a machine that does much else. */
const promptMs = 30_000

type Base = { base: string }

export async function queriesLeft(
  { base }: Base,
  { rows, queries }: { rows: number; queries: number },
): Promise<void> {
  await bigTable(base, rows)
  await Promise.all(
    Array.from({ length: queries }, async () => {
      const leave = AbortSignal.timeout(300)
      await fetch(`${base}big/query`, heavyQuery(leave)).catch(() => {})
    }),
  )
  await cheapQuery(base)
}

export async function queriesAtOnce(
  { base }: Base,
  { rows, queries }: { rows: number; queries: number },
): Promise<void> {
  await bigTable(base, rows)
  const leave = new AbortController()
  const asked = Array.from({ length: queries }, () =>
    fetch(`${base}big/query`, heavyQuery(leave.signal)).catch(() => {}),
  )
  await sleep(1000)
  for (let n = 0; n < 3; n++) await cheapQuery(base)
  leave.abort()
  await Promise.all(asked)
}

export async function listsNotTaken(
  { base }: Base,
  { rows, readers }: { rows: number; readers: number },
): Promise<void> {
  await bigTable(base, rows)
  const sockets = await Promise.all(Array.from({ length: readers }, () => unread(base, 'big')))
  try {
    await cheapQuery(base)
    await taken(`${base}big`)
    await taken(`${base}big/export?format=csv`)
  } finally {
    for (const socket of sockets) socket.destroy()
  }
}

export async function archivesNotTaken({ base }: Base, { rows }: { rows: number }): Promise<void> {
  await bigTable(base, rows)
  const address = 'workspaces/main/export'
  const sockets = [await unread(base, address), await unread(base, address)]
  try {
    await taken(base + address)
  } finally {
    for (const socket of sockets) socket.destroy()
  }
}

async function bigTable(base: string, rows: number): Promise<void> {
  if ((await fetch(`${base}big?limit=1`)).ok) return
  const text = 'abcdefghij'.repeat(70)
  const lines = Array.from({ length: rows }, (_, n) => `${n},${text}${n}`)
  const form = new FormData()
  form.set('file', new File([`n,text\n${lines.join('\n')}`], 'big.csv'))
  const answer = await fetch(`${base}big/import`, { method: 'POST', body: form })
  assert.equal(answer.status, 200, await answer.text())
}

/** Looks at every row for a long time, and finds none. */
function heavyQuery(signal: AbortSignal): RequestInit {
  const rules = Array.from({ length: 500 }, (_, n) => ({
    field: 'text',
    type: 'text',
    filter: 'contains',
    value: `${'abcdefghij'.repeat(97)}${n}`,
  }))
  return question({ glue: 'or', rules }, signal)
}

async function cheapQuery(base: string): Promise<void> {
  const rules = [{ field: 'n', type: 'number', filter: 'equal', value: 7 }]
  const signal = AbortSignal.timeout(promptMs)
  const answer = await fetch(`${base}big/query`, question({ glue: 'and', rules }, signal))
  const { data } = (await answer.json()) as { data: unknown[] }
  assert.equal(data.length, 1)
}

function question(filter: object, signal: AbortSignal): RequestInit {
  return { method: 'POST', body: JSON.stringify({ filter, limit: 10 }), signal }
}

/** Takes all of an answer; that this takes its time is no fault of others. */
async function taken(address: string): Promise<void> {
  const signal = AbortSignal.timeout(60_000)
  for (;;) {
    const answer = await fetch(address, { signal })
    if (answer.status === 200) {
      for await (const piece of answer.body!) assert.ok(piece.length > 0)
      return
    }
    await answer.body?.cancel()
    assert.equal(answer.status, 503)
    assert.ok(answer.headers.has('retry-after'))
    await sleep(500)
  }
}

/** A connection that asks and never reads. */
function unread(base: string, path: string): Promise<Socket> {
  const { hostname, port, pathname } = new URL(path, base)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => {
      socket.pause()
      socket.write(`GET ${pathname} HTTP/1.1\r\nHost: ${hostname}:${port}\r\n\r\n`, () =>
        resolve(socket),
      )
    })
    socket.on('error', reject)
  })
}

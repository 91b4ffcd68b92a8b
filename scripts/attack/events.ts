import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Attack } from './attack.ts'

const rows = 9
const rowBytes = 500_000

/** `size` is 1 for what ended or stopped the server once, and less for something like it. */
export function attacksByEvents(size: number): Attack[] {
  const readers = Math.max(4, Math.round(2000 * size))
  const people = Math.max(4, Math.round(900 * size))
  return [
    {
      name: 'events: readers that take nothing',
      sends: `${readers} × GET /events, half of which never read, then ${rows} rows of 500 KB`,
      run: (target) => readersThatTakeNothing(target, { readers, rows }),
    },
    {
      name: 'events: readers behind in the log',
      sends: `${rows} rows of 500 KB, then ${readers} × GET /events?since=… of all revisions, which never read`,
      run: (target) => readersBehind(target, { readers, rows }),
    },
    {
      name: 'events: people who come and go',
      sends: `${people} × GET /events?visitor=…&name=…&at=… of the longest names, and half of them leave again`,
      run: (target) => comingAndGoing(target, { people }),
    },
  ]
}

export async function readersThatTakeNothing(
  { base }: { base: string },
  { readers, rows }: { readers: number; rows: number },
): Promise<void> {
  const table = await newTable(base)
  const open = await openMany(readers, (n) => openReader(base, 'events', n % 2 === 0))
  for (let n = 0; n < rows; n++) await addRow(base, table)
  await sleep(1000)
  for (const socket of open) socket.destroy()
}

export async function readersBehind(
  { base }: { base: string },
  { readers, rows }: { readers: number; rows: number },
): Promise<void> {
  const table = await newTable(base)
  const since = await headOf(base)
  for (let n = 0; n < rows; n++) await addRow(base, table)
  const open = await openMany(readers, (n) =>
    openReader(base, `events?since=${since + (n % rows)}`, false),
  )
  await sleep(1000)
  for (const socket of open) socket.destroy()
}

export async function comingAndGoing(
  { base }: { base: string },
  { people }: { people: number },
): Promise<void> {
  const come = (n: number) => {
    const visitor = `visitor-of-the-attack-${n}`
    const query = new URLSearchParams({ visitor, name: '语'.repeat(64), at: '语'.repeat(200) })
    return openReader(base, `events?${query.toString()}`, true)
  }
  const open = await openMany(people, come)
  await sleep(500)
  for (const socket of open.splice(0, people / 2)) socket.destroy()
  // They are missed after two seconds, and those who stay are told.
  await sleep(4000)
  for (const socket of open) socket.destroy()
}

/** Some at a time: it is not the connecting that is tried here. */
async function openMany(many: number, open: (n: number) => Promise<Socket>): Promise<Socket[]> {
  const sockets: Socket[] = []
  while (sockets.length < many) {
    const next = Array.from({ length: Math.min(20, many - sockets.length) }, (_, n) => n)
    sockets.push(...(await Promise.all(next.map((n) => open(sockets.length + n)))))
  }
  return sockets
}

/** A reader as the network sees one: it asks, and then takes what it is sent, or not. */
async function openReader(base: string, path: string, takes: boolean): Promise<Socket> {
  const { hostname, port, pathname, host } = new URL(base)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  socket.write(`GET ${pathname}${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`)
  await new Promise<void>((resolve) => {
    socket.once('data', () => resolve())
    socket.once('close', () => resolve())
  })
  if (takes) socket.on('data', () => {})
  else socket.pause()
  return socket
}

async function newTable(base: string): Promise<string> {
  const name = `attack_${Date.now()}`
  await send(`${base}tables`, { name, columns: [{ name: 'text', type: 'text' }] })
  return name
}

function addRow(base: string, table: string): Promise<void> {
  return send(`${base}${table}`, { text: 'x'.repeat(rowBytes) })
}

async function send(url: string, body: object): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`)
}

async function headOf(base: string): Promise<number> {
  const response = await fetch(`${base}changes?limit=0`)
  return Number(response.headers.get('x-revision'))
}

import { mkdirSync } from 'node:fs'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { cpuEach } from '../compare.ts'
import type { Sample } from '../compare.ts'
import { percentile } from '../files-measure.ts'
import { residentMb } from '../server.ts'
import { makeWorkspace, send } from '../gantt-plan.ts'
import { rawRequest } from '../load.ts'
import type { Server } from '../server.ts'
import { startTriptych } from '../tables-server.ts'
import type { Case, Role, Side } from './case.ts'
import { startFloor } from './floor.ts'
import { scaled, thousands } from './stage.ts'
import type { Stage } from './stage.ts'

/** An edit, until all who listen have heard of it. */
export async function eventCases(stage: Stage): Promise<Case[]> {
  const folder = join(stage.folder, 'events')
  mkdirSync(folder)
  const count = scaled(stage, 500, 5)
  const floor = await stage.start(startFloor('writes to each', join(folder, 'floor.db'), 'each'))
  const ours = await stage.start(startTriptych(stage.options, join(folder, 'triptych')))
  await makeWorkspace(ours, 'heard')
  const { id } = (await send(ours, 'POST', '/w/heard/tasks', { text: 'Heard of' })) as {
    id: number
  }
  const edit = (text: string) => send(ours, 'PUT', `/w/heard/tasks/${id}`, { text })
  const tell = (text: string) => send(floor, 'POST', '/tell', { text })
  return [
    {
      name: 'events',
      title: `an event to ${thousands(count)} subscribers, until heard`,
      figure: 'p50',
      aim: { of: floor.name, atMost: 1.2 },
      sides: [
        listening('floor', floor, '/events', count, tell),
        listening('ours', ours, '/w/heard/events', count, edit),
      ],
    },
  ]
}

let events = 0

function listening(
  role: Role,
  server: Server,
  path: string,
  count: number,
  tell: (text: string) => Promise<unknown>,
): Side {
  async function take(_: number, seconds: number): Promise<Sample> {
    const ears = await Promise.all(Array.from({ length: count }, () => listen(server.port, path)))
    const times: number[] = []
    const hear = async () => {
      const word = `event number ${++events}.`
      const began = performance.now()
      const heard = ears.map(async (ear) => {
        await ear.hears(word)
        return performance.now() - began
      })
      await tell(word)
      return Promise.all(heard)
    }
    try {
      for (let n = 0; n < 3; n++) await hear()
      const before = server.cpuSeconds()
      const began = performance.now()
      let told = 0
      for (; told < 3 || performance.now() - began < seconds * 1000; told++) {
        times.push(...(await hear()))
      }
      return {
        cpu: cpuEach(server.cpuSeconds() - before, told),
        p50: percentile(times, 0.5),
        p99: percentile(times, 0.99),
        perSecond: (told * 1000) / (performance.now() - began),
        mb: residentMb(server),
      }
    } finally {
      for (const ear of ears) ear.socket.destroy()
    }
  }
  return { label: server.name, role, take }
}

/** Open once the head of the stream is there. */
async function listen(
  port: number,
  path: string,
): Promise<{ socket: Socket; hears(word: string): Promise<void> }> {
  const socket = connect(port, '127.0.0.1')
  let waiting: { word: string; resolve: () => void } | null = null
  let tail = ''
  const opened = Promise.withResolvers<void>()
  socket.on('error', opened.reject)
  socket.on('data', (bytes) => {
    opened.resolve()
    tail = tail.slice(-200) + bytes.toString('latin1')
    if (!waiting || !tail.includes(waiting.word)) return
    waiting.resolve()
    waiting = null
  })
  socket.write(rawRequest('GET', path))
  await opened.promise
  return { socket, hears: (word) => new Promise((resolve) => (waiting = { word, resolve })) }
}

import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Bench } from './files-measure.ts'
import { residentMb, startServer } from './server.ts'
import type { Server } from './server.ts'

/** Triptych as it is delivered, with `root` as the folder of its files. */
export function startTriptych(
  { options }: Pick<Bench, 'options'>,
  root: string,
  data: string,
): Promise<Server> {
  const cli = join(import.meta.dirname, '../packages/server/bin/triptych.js')
  const { profile } = options
  const profiler = profile === null ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`]
  const serve = ['serve', '--port', '0', '--data', data, '--files', root, '--empty']
  const args = [...profiler, cli, ...serve]
  return startServer({ name: 'Triptych', args, stderr: 'ignore' })
}

export async function getJson(server: Server, path: string): Promise<unknown> {
  const answer = await fetch(`http://127.0.0.1:${server.port}${path}`)
  const body = await answer.text()
  if (!answer.ok) throw new Error(`GET ${path} was answered ${answer.status}: ${body}`)
  return JSON.parse(body)
}

/** Moves, copies, deletes: nothing that is measured. */
export async function sendJson(
  server: Server,
  method: 'PUT' | 'DELETE',
  body: object,
): Promise<void> {
  const url = `http://127.0.0.1:${server.port}/files`
  const answer = await fetch(url, { method, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`${method} /files was answered: ${await answer.text()}`)
  await answer.arrayBuffer()
}

export const idPath = (route: string, id: string): string => `${route}/${encodeURIComponent(id)}`

/** Waits until the index knows so many files; answers the milliseconds from now. */
export async function indexed(server: Server, files: number): Promise<number> {
  const began = performance.now()
  for (;;) {
    const info = (await getJson(server, '/info')) as { files: number }
    if (info.files === files) return performance.now() - began
    if (info.files > files || performance.now() - began > 900_000) {
      throw new Error(`The index has ${info.files} files, not ${files}.`)
    }
    await sleep(200)
  }
}

/** Looks at the memory of a process until `stop`, which answers the most it had. */
export function watchMemory(server: Pick<Server, 'pid'>): { stop(): number } {
  let most = residentMb(server)
  const timer = setInterval(() => (most = Math.max(most, residentMb(server))), 50)
  return {
    stop() {
      clearInterval(timer)
      return most
    },
  }
}

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { askWell, get, openClient } from './files-client.ts'
import type { Server } from './server.ts'

/** Reads one long list again and again, in a process of its own. */
export interface Readers {
  /** Answers how many lists came as a whole; throws when the readers ended before. */
  stop(): Promise<number>
}

/** Resolves when the first list has come. */
export async function startReaders(server: Server, path: string, count: number): Promise<Readers> {
  const args = [import.meta.filename, String(server.port), path, String(count)]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const kill = () => child.kill('SIGKILL')
  process.on('exit', kill)
  const exit = once(child, 'exit')
  let lists = 0
  child.stdout.on('data', (lines: Buffer) => (lists += lines.length))
  await Promise.race([once(child.stdout, 'data'), exit])
  return {
    async stop() {
      if (child.exitCode !== null) throw new Error(`A reader of ${server.name} failed.`)
      kill()
      process.off('exit', kill)
      await exit
      return lists
    },
  }
}

async function readOn(port: number, path: string): Promise<void> {
  const client = await openClient(port)
  for (;;) {
    await askWell(client, get(path))
    process.stdout.write('.')
  }
}

if (import.meta.main) {
  const [port, path = '', count] = process.argv.slice(2)
  await Promise.all(Array.from({ length: Number(count) }, () => readOn(Number(port), path)))
}

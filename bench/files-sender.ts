import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rawUpload, openClient, uploadForm, askWell } from './files-client.ts'
import type { Server } from './server.ts'

/** Uploads in a process of its own, so that whoever measures has time to. */
export interface Sender {
  /** Resolves when all uploads are answered; throws when one was not answered well. */
  done: Promise<void>
  /** Leaves in the middle. */
  stop(): Promise<void>
}

/** Resolves when all connections stand. */
export async function startSender(server: Server, uploads: number, bytes: number): Promise<Sender> {
  const kind = server.name === 'floor' ? 'raw' : 'form'
  const args = [import.meta.filename, String(server.port), kind, String(uploads), String(bytes)]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  process.on('exit', () => child.kill('SIGKILL'))
  let isStopped = false
  const exit = once(child, 'exit')
  const done = exit.then(([code]) => {
    if (code !== 0 && !isStopped) throw new Error(`An upload to ${server.name} failed.`)
  })
  // Heard of when somebody waits for it.
  done.catch(() => {})
  await Promise.race([once(child.stdout, 'data'), done])
  return {
    done,
    async stop() {
      isStopped = true
      child.kill('SIGKILL')
      await exit
    },
  }
}

async function send(port: number, kind: string, uploads: number, bytes: number): Promise<void> {
  const clients = await Promise.all(Array.from({ length: uploads }, () => openClient(port)))
  console.log('sending')
  await Promise.all(
    clients.map(async (client, n) => {
      const name = `upload-${n}.bin`
      const { request, body } =
        kind === 'raw'
          ? rawUpload(`/raw/${name}`, bytes)
          : uploadForm('/upload?id=%2Finto', name, bytes)
      await askWell(client, request, { body })
      client.close()
    }),
  )
}

if (import.meta.main) {
  const [port, kind = '', uploads, bytes] = process.argv.slice(2)
  await send(Number(port), kind, Number(uploads), Number(bytes))
}

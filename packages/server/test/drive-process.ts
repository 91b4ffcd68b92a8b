import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pauseFor } from 'node:timers/promises'
import type { FileEntry, FileReference } from '@triptych/contract/files'
import { newFolder, run, serving } from './run-program.ts'
import type { Run } from './run-program.ts'

/** Where a drive and what the server knows of it lie. */
export interface DriveFolders {
  files: string
  data: string
}

export interface DriveAnswer {
  status: number
  json: unknown
}

export interface DriveInfo {
  bytes: number
  files: number
  folders: number
}

/** A real server in a process of its own, on a drive. */
export interface DriveProcess {
  folders: DriveFolders
  pid: number
  url: string
  /** `null` when the server was gone before it answered. */
  send(method: string, path: string, body?: unknown): Promise<DriveAnswer | null>
  upload(folder: string, name: string, bytes: string | Buffer): Promise<DriveAnswer | null>
  list(folder: string): Promise<FileEntry[]>
  /** What a file holds. */
  read(path: string): Promise<{ status: number; text: string }>
  info(): Promise<DriveInfo>
  /** Whether the process is gone. */
  isGone(): boolean
  ended: Promise<number | null>
  kill(): Promise<void>
  stop(): Promise<number | null>
  /** What it wrote to stderr. */
  err(): string
}

export interface StoppedStart {
  pid: number
  /** `null` when it ends before it serves. */
  go(): Promise<DriveProcess | null>
}

// Most of a start is loading the source; every server of a test run may use what the first compiled.
const env = { NODE_COMPILE_CACHE: newFolder() }

export function newDriveFolders(): DriveFolders {
  const base = newFolder()
  const folders = { files: join(base, 'files'), data: join(base, 'data') }
  mkdirSync(folders.files)
  return folders
}

/** With one thread for what Node does in the background, so that its calls come one after the other. */
export const oneThread = { UV_THREADPOOL_SIZE: '1' }

export async function startDrive(
  folders: DriveFolders,
  more: Record<string, string> = {},
): Promise<DriveProcess> {
  const { url, ...started } = await serving(argvFor(folders), { env: { ...env, ...more } })
  return driveProcess(folders, url, started)
}

/** A start that waits for SIGCONT before it has done anything. */
export function stoppedStart(folders: DriveFolders): StoppedStart {
  const pause = 'data:text/javascript,process.kill(process.pid,"SIGSTOP")'
  const argv = ['serve', '--port', '0', ...argvFor(folders)]
  const started = run(argv, { env: { ...env, ...oneThread }, node: ['--import', pause] })
  return {
    pid: started.child.pid ?? 0,
    async go() {
      let gone = false
      void started.ended.then(() => (gone = true))
      started.child.kill('SIGCONT')
      while (!gone && !started.out().endsWith('\n')) await pauseFor(2)
      const url = /ready at (\S+)\n$/.exec(started.out())?.[1]
      return url === undefined ? null : driveProcess(folders, url, started)
    },
  }
}

/** Every start after this one is quick: the compiled source is kept when a process ends in peace. */
export async function warmUpDrive(): Promise<void> {
  const server = await startDrive(newDriveFolders())
  assert.equal(await server.stop(), 0)
}

/** `triptych files verify`: the index, as the server left it, is what the disk holds. */
export async function assertVerified({ files, data }: DriveFolders): Promise<void> {
  const { ended, out, err } = run(['files', 'verify', files, '--data', data], { env })
  const code = await ended
  assert.equal(code, 0, `files verify: ${out()}${err()}`)
}

export function referenceIn(answer: DriveAnswer): FileReference {
  return (answer.json as { result: FileReference }).result
}

export function referencesIn(answer: DriveAnswer): FileReference[] {
  return (answer.json as { result: FileReference[] }).result
}

function argvFor({ files, data }: DriveFolders): string[] {
  return [files, '--data', data, '--log-level', 'error', '--empty']
}

function driveProcess(folders: DriveFolders, url: string, started: Run): DriveProcess {
  const { child, ended, err } = started
  let gone = false
  void ended.then(() => (gone = true))

  async function ask(path: string, init: RequestInit): Promise<DriveAnswer | null> {
    try {
      const answer = await fetch(new URL(path, url), init)
      const text = await answer.text()
      return { status: answer.status, json: JSON.parse(text) as unknown }
    } catch (error) {
      // A server that lives but hangs up is no better than a wrong answer.
      const code = await Promise.race([
        ended,
        new Promise((late) => setTimeout(late, 5000, 'alive')),
      ])
      if (code === 'alive') throw error
      return null
    }
  }

  async function get<T>(path: string): Promise<T> {
    const answer = await ask(path, {})
    assert.equal(answer?.status, 200, `GET ${path}: ${JSON.stringify(answer)}${err()}`)
    return answer?.json as T
  }

  return {
    folders,
    pid: child.pid ?? 0,
    url,
    send: (method, path, body) => ask(path, { method, body: JSON.stringify(body) }),
    upload(folder, name, bytes) {
      const form = new FormData()
      form.set('name', name)
      form.set('file', new Blob([new Uint8Array(Buffer.from(bytes))]), 'file')
      return ask(`upload?id=${encodeURIComponent(folder)}`, { method: 'POST', body: form })
    },
    list: (folder) => get(`files/${encodeURIComponent(folder)}`),
    async read(path) {
      const answer = await fetch(new URL(`direct?id=${encodeURIComponent(path)}`, url))
      return { status: answer.status, text: await answer.text() }
    },
    info: () => get('info'),
    isGone: () => gone,
    ended,
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
    async stop() {
      child.kill('SIGTERM')
      return ended
    },
    err,
  }
}

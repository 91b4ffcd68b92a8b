import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import type { TestContext } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import type { TrashPage } from '@triptych/contract/trash'
import type { Change } from '@triptych/contract/changes'
import type { Config } from '../../src/config/config.ts'
import type { Observation, Observe } from '../../src/observe/observation.ts'
import { filesHome } from '../fixtures/files-home.ts'
import { filesOnDisk } from '../fixtures/files-on-disk.ts'
import type { Content, FilesHome } from '../fixtures/found-files.ts'
import { openServer } from '../fixtures/test-server.ts'
import { openFiles } from './files-client.ts'
import type { FilesClient } from './files-client.ts'
import { driveFrom } from './files-drive.ts'
import type { Drive } from './files-drive.ts'

export interface FilesServer {
  /** Without a slash at its end. */
  url: string
  /** A page that has loaded the root. */
  open(): Promise<FilesClient>
  /** What is really there. */
  drive(): Promise<Drive>
  /** What `/direct` gives to somebody who downloads. */
  download(id: string): Promise<Buffer>
  /** What the log has of people; what was found on the disk is left out. */
  log(): Promise<Change[]>
  /** Nothing is left of uploads, copies and deleted things. */
  assertNothingHidden(): Promise<void>
}

/** A server of a case's own with these files; at its end nothing has failed in there. */
export async function filesServer(
  t: TestContext,
  seed: Content = {},
  options: Partial<Config> = {},
): Promise<FilesServer> {
  return serverOn(t, await filesHome(seed, options), options)
}

/** The same on a folder, whatever the engine: for what others do there. */
export async function diskFilesServer(
  t: TestContext,
  seed: Content = {},
): Promise<FilesServer & { root: string }> {
  const home = filesOnDisk(seed)
  return { ...(await serverOn(t, home, {})), root: home.root }
}

async function serverOn(
  t: TestContext,
  home: FilesHome,
  more: Partial<Config>,
): Promise<FilesServer> {
  const options = { ...more, ...home.options }
  const failures: Observation[] = []
  const note: Observe = (one) => void (one.kind === 'failure' && failures.push(one))
  const triptych = await openServer(options, note, 'cookie')
  t.after(async () => {
    await triptych.close()
    assert.deepEqual(failures, [])
  })
  const { url: address } = await triptych.listen()
  const url = address.replace(/\/$/, '')
  const drive = async (): Promise<Drive> => driveFrom(await home.read())
  await untilAllIsKnown(url, (await drive()).totals)

  return {
    url,
    open: () => openFiles(url),
    drive,
    async download(id) {
      const answer = await fetch(`${url}/direct?id=${encodeURIComponent(id)}&download=true`)
      const bytes = Buffer.from(await answer.arrayBuffer())
      assert.equal(answer.status, 200, `${id}: ${bytes.toString().slice(0, 200)}`)
      return bytes
    },
    async log() {
      const changes = await changesSince(url, 0)
      return changes.filter(({ actor }) => actor !== 'disk')
    },
    async assertNothingHidden() {
      // Things end behind the answers; this waits for the server, and hangs if it never does it.
      while ((await home.hidden()).length > (await inTrash(url))) await pause(5)
    },
  }
}

/** A new server looks at its folder bit by bit; until then searches and sums are not complete. */
async function untilAllIsKnown(url: string, totals: Drive['totals']): Promise<void> {
  for (;;) {
    const answer = await fetch(`${url}/info`)
    const { bytes, files, folders } = (await answer.json()) as Drive['totals']
    if (isDeepStrictEqual({ bytes, files, folders }, totals)) return
    await pause(5)
  }
}

async function inTrash(url: string): Promise<number> {
  const { entries } = (await (await fetch(`${url}/trash?limit=1000`)).json()) as TrashPage
  return entries.length
}

async function changesSince(url: string, since: number): Promise<Change[]> {
  const all: Change[] = []
  for (let from = since; ; from = all.at(-1)?.revision ?? since) {
    const answer = await fetch(`${url}/changes?since=${from}`)
    const page = (await answer.json()) as Change[]
    all.push(...page)
    if (page.length === 0) return all
  }
}

import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { TestContext } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import type { Change } from '@triptych/contract/changes'
import type { Config } from '../src/config/config.ts'
import { createTriptych } from '../src/main.ts'
import type { Observation } from '../src/observe/observation.ts'
import { engineOptions } from './engine.ts'
import { openFiles } from './svar-files-client.ts'
import type { FilesClient } from './svar-files-client.ts'
import { hiddenNames, readDisk } from './svar-files-disk.ts'
import type { Disk } from './svar-files-disk.ts'

/** Paths that end with a slash are folders. */
export type Seed = Record<string, string | Buffer>

export interface FilesServer {
  /** Without a slash at its end. */
  url: string
  /** The folder that is served. */
  root: string
  /** A page that has loaded the root. */
  open(): Promise<FilesClient>
  /** What `/direct` gives to somebody who downloads. */
  download(id: string): Promise<Buffer>
  /** What the log has of people; what was found on the disk is left out. */
  log(): Promise<Change[]>
  /** Nothing is left of uploads, copies and deleted things. */
  assertNothingHidden(): Promise<void>
}

/** A server of a case's own on a folder with these files; at its end nothing has failed in there. */
export async function filesServer(
  t: TestContext,
  seed: Seed = {},
  options: Partial<Config> = {},
): Promise<FilesServer> {
  const root = mkdtempSync(join(tmpdir(), 'triptych-svar-files-'))
  for (const [path, bytes] of Object.entries(seed)) {
    const place = join(root, path)
    mkdirSync(path.endsWith('/') ? place : dirname(place), { recursive: true })
    if (!path.endsWith('/')) writeFileSync(place, bytes)
  }
  const failures: Observation[] = []
  const triptych = await createTriptych(
    {
      data: ':memory:',
      files: root,
      empty: true,
      port: 0,
      ...(await engineOptions(options)),
      ...options,
    },
    { observe: (one) => void (one.kind === 'failure' && failures.push(one)) },
  )
  t.after(async () => {
    await triptych.close()
    rmSync(root, { recursive: true, force: true })
    assert.deepEqual(failures, [])
  })
  const { url: address } = await triptych.listen()
  const url = address.replace(/\/$/, '')
  await untilAllIsKnown(url, root)

  return {
    url,
    root,
    open: () => openFiles(url),
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
      for (let names = hiddenNames(root); names.length > 0; names = hiddenNames(root)) {
        await pause(5)
      }
    },
  }
}

/** A new server looks at its folder bit by bit; until then searches and sums are not complete. */
async function untilAllIsKnown(url: string, root: string): Promise<void> {
  const { totals } = readDisk(root)
  for (;;) {
    const answer = await fetch(`${url}/info`)
    const { bytes, files, folders } = (await answer.json()) as Disk['totals']
    if (isDeepStrictEqual({ bytes, files, folders }, totals)) return
    await pause(5)
  }
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

import assert from 'node:assert/strict'
import { lstatSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import SqliteDatabase from 'better-sqlite3'
import { verifyDrive } from '../src/domain/files/disk/verify-drive.ts'
import { openFolderStorage } from '../src/engines/folder/folder-storage.ts'
import { openSqliteDatabase } from '../src/engines/sqlite/database.ts'
import { folder, hiddenNames, treeOf } from './disk-tree.ts'
import type { DiskTree } from './disk-tree.ts'
import type { DriveFolders, DriveProcess } from './drive-process.ts'

/** Longer than anything here takes on a busy machine. */
const patience = 30_000

/**
 * Waits until the server has nothing left to do, and answers what is on the disk then: what it lists
 * and sums up is what the disk holds, nothing is hidden, and nothing is written down to be undone.
 */
export async function whenInStep(server: DriveProcess): Promise<DiskTree> {
  const deadline = Date.now() + patience
  for (;;) {
    const before = lastWrite(server.folders)
    try {
      const tree = await assertInStep(server)
      await pause(20)
      // Somebody who still writes is not done, even if all looks well for a moment.
      if (lastWrite(server.folders) === before) return tree
    } catch (error) {
      if (server.isGone() || Date.now() > deadline) throw error
      await pause(20)
    }
  }
}

/**
 * Waits, without asking it anything, until the server has cleared up and writes no more. Answers
 * whether it is still there.
 */
export async function whenQuiet(server: DriveProcess): Promise<boolean> {
  const deadline = Date.now() + patience
  for (let last = '', turns = 0; turns < 8; turns += 1) {
    await pause(15)
    if (server.isGone()) return false
    assert.ok(Date.now() < deadline, `never quiet: ${last}`)
    const { files } = server.folders
    const left = [...hiddenNames(files), ...Object.values(readRows(server.folders)).flat()]
    const now = `${lastWrite(server.folders)} ${left.join(' ')}`
    if (now !== last || left.length > 0) turns = 0
    last = now
  }
  return true
}

async function assertInStep(server: DriveProcess): Promise<DiskTree> {
  const { folders } = server
  const tree = treeOf(folders.files)
  const sizes = Object.fromEntries(
    Object.entries(tree).map(([path, what]) => [path, sizeOf(folders.files + path, what)]),
  )
  assert.deepEqual(await listed(server, '/'), sizes, 'the lists and the disk')

  const { bytes, files, folders: made } = await server.info()
  const all = Object.values(sizes)
  const fileSizes = all.filter((size) => typeof size === 'number')
  const expected = {
    bytes: fileSizes.reduce((sum, size) => sum + size, 0),
    files: fileSizes.length,
    made: all.length - fileSizes.length,
  }
  assert.deepEqual({ bytes, files, made }, expected, 'the totals and the disk')

  assert.deepEqual(hiddenNames(folders.files), [], 'what is hidden on the disk')
  assert.deepEqual(readRows(folders), { intents: [], hidden: [] }, 'what is left in the database')
  return tree
}

function sizeOf(path: string, what: string): number | 'folder' {
  return what === folder ? 'folder' : lstatSync(path).size
}

async function listed(
  server: DriveProcess,
  id: string,
): Promise<Record<string, number | 'folder' | undefined>> {
  const found: Record<string, number | 'folder' | undefined> = {}
  for (const entry of await server.list(id)) {
    found[entry.id] = entry.type === 'folder' ? 'folder' : entry.size
    if (entry.type === 'folder') Object.assign(found, await listed(server, entry.id))
  }
  return found
}

/** What `triptych files verify` would tell, while the server is there; it must have nothing to do. */
export async function differencesOn({ files, data }: DriveFolders): Promise<string[]> {
  const database = openSqliteDatabase(databaseIn(data))
  const storage = await openFolderStorage(files, { showHidden: true })
  try {
    return (await verifyDrive({ database, storage }, () => {})).problems
  } finally {
    await storage.close()
    await database.close()
  }
}

/** What is written down to be undone, and what the index holds of hidden things. */
export function readRows({ data }: DriveFolders): { intents: unknown[]; hidden: unknown[] } {
  const database = new SqliteDatabase(databaseIn(data), { readonly: true })
  try {
    return {
      intents: database.prepare('select steps from _file_intents').pluck().all(),
      hidden: database.prepare('select name from _files where parent = 2').pluck().all(),
    }
  } finally {
    database.close()
  }
}

function lastWrite({ data }: DriveFolders): string {
  const wal = statSync(`${databaseIn(data)}-wal`, { bigint: true, throwIfNoEntry: false })
  return wal ? `${wal.mtimeNs} ${wal.size}` : ''
}

function databaseIn(data: string): string {
  return join(data, 'workspaces', 'main', 'triptych.sqlite')
}

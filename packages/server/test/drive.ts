import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { localPrincipal } from '../src/auth/principal.ts'
import type { Context } from '../src/context.ts'
import { openDiskDrive } from '../src/domain/files/disk/open-disk-drive.ts'
import type { OpenDrive } from '../src/domain/files/drive/drive.ts'
import { openFolderStorage } from '../src/engines/folder/folder-storage.ts'
import { openSqliteDatabase } from '../src/engines/sqlite/database.ts'
import type { Database } from '../src/ports/database.ts'
import type { Storage } from '../src/ports/storage.ts'
import type { Workspace } from '../src/ports/workspaces.ts'

/** A real drive on a temporary folder, which can be left as if the process had ended. */
export interface TestDrive {
  /** The folder people see. */
  root: string
  databaseFile: string
  database: Database
  storage: Storage
  /** What went wrong in the background. */
  failures: unknown[]
  open(): Promise<{ drive: OpenDrive; ctx: Context }>
}

export async function testDrive({ showHidden = true } = {}): Promise<TestDrive> {
  const home = mkdtempSync(join(tmpdir(), 'triptych-drive-'))
  const root = join(home, 'files')
  const databaseFile = join(home, 'triptych.sqlite')
  const database = openSqliteDatabase(databaseFile)
  const storage = await openFolderStorage(root, { showHidden })
  const failures: unknown[] = []
  const opened: OpenDrive[] = []
  after(async () => {
    for (const drive of opened) await drive.close()
    await storage.close()
    await database.close()
    rmSync(home, { recursive: true, force: true })
  })
  return {
    root,
    databaseFile,
    database,
    storage,
    failures,
    async open() {
      const drive = await openDiskDrive({
        database,
        storage,
        rules: { portableNames: false },
        now: () => new Date(),
        failed: (error) => failures.push(error),
      })
      opened.push(drive)
      return { drive, ctx: fileContext(drive, storage) }
    },
  }
}

/** Only what the use-cases of files touch. */
export function fileContext(drive: OpenDrive, storage: Workspace['storage']): Context {
  const { database } = drive
  return {
    workspace: { name: 'main', database, storage },
    drives: { of: async () => drive, close: async () => {}, closeAll: async () => {} },
    principal: localPrincipal,
    origin: null,
    now: () => new Date(),
    newId: () => 'id',
    bodies: { get: () => null, set: () => {} },
  } as unknown as Context
}

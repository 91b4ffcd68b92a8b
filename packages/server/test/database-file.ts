import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'

let folder: string | null = null
let files = 0
after(() => {
  if (folder) rmSync(folder, { recursive: true, force: true })
})

/** A name for a SQLite database that is gone after the tests of this file. */
export function newDatabaseFile(): string {
  folder ??= mkdtempSync(join(tmpdir(), 'triptych-databases-'))
  return join(folder, `${++files}.sqlite`)
}

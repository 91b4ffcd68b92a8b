import { readFileSync, readdirSync } from 'node:fs'
import { AppError } from '../../errors.ts'
import type { Connection } from './connection.ts'

const folder = new URL('./migrations/', import.meta.url)

/** Brings the database to this version's schema, one file and one transaction after the other. */
export function migrate({ raw }: Connection): void {
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .toSorted()
  const version = Number(raw.pragma('user_version', { simple: true }))
  if (version > files.length) {
    throw new AppError(
      'unavailable',
      `The data was written by a newer Triptych (schema ${version}, this one knows ${files.length}); start that version.`,
    )
  }

  for (const [index, name] of files.entries()) {
    if (index < version) continue
    raw.transaction(() => {
      raw.exec(readFileSync(new URL(name, folder), 'utf8'))
      raw.pragma(`user_version = ${index + 1}`)
    })()
  }
}

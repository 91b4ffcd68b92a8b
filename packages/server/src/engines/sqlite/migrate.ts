import { AppError } from '../../errors.ts'
import { migrationsIn } from '../sql/core/migrations.ts'
import type { Connection } from './connection.ts'

/** Of a workspace; accounts have others. */
export const usualMigrations = new URL('./migrations/', import.meta.url)

/** Brings the database to this version's schema, one file and one transaction after the other. */
export function migrate({ raw }: Connection, folder = usualMigrations): void {
  const migrations = migrationsIn(folder)
  const version = Number(raw.pragma('user_version', { simple: true }))
  if (version > migrations.length) {
    throw new AppError(
      'unavailable',
      `The data was written by a newer Triptych (schema ${version}, this one knows ${migrations.length}); start that version.`,
    )
  }

  for (const [index, { text }] of migrations.entries()) {
    if (index < version) continue
    raw.transaction(() => {
      raw.exec(text)
      raw.pragma(`user_version = ${index + 1}`)
    })()
  }
}

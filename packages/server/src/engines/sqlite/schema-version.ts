import { migrationsIn } from '../sql/core/migrations.ts'
import { openConnection } from './connection.ts'
import { usualMigrations } from './migrate.ts'

/** How many migrations a workspace has seen, and how many there are; nothing is changed. */
export function schemaVersion(file: string): { version: number; known: number } {
  const { raw, close } = openConnection(file, 'read')
  try {
    const version = Number(raw.pragma('user_version', { simple: true }))
    return { version, known: migrationsIn(usualMigrations).length }
  } finally {
    close()
  }
}

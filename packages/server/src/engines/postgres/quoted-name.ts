import { identifier } from '../sql/core/sql.ts'

export function quotedName(name: string): string {
  return identifier(name).quoted
}

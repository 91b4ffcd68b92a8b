import { identifier } from '../sql/sql.ts'

export function quotedName(name: string): string {
  return identifier(name).quoted
}

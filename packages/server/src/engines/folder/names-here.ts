import { AppError } from '../../errors.ts'
import { windowsProblem } from '../../windows-names.ts'

/** Which names a system can hold: any but those that no system can, or only what Windows takes. */
export type NamesOf = 'any' | 'windows'

export const namesHere: NamesOf = process.platform === 'win32' ? 'windows' : 'any'

export function checkNameFor(system: NamesOf, name: string | Buffer): void {
  const problem = system === 'windows' ? windowsProblem(String(name)) : null
  if (problem !== null) throw new AppError('files.bad_name', problem)
}

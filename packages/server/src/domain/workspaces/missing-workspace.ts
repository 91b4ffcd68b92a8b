import { AppError } from '../../errors.ts'

/** Also said of one that is there, to those who may not see it. */
export function missingWorkspace(name: string): AppError {
  return new AppError('workspaces.not_found', `There is no workspace ${name}.`)
}

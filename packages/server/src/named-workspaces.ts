import { isWorkspaceName } from '@triptych/contract/workspaces'
import { AppError } from './errors.ts'
import type { Workspaces } from './ports/workspaces.ts'

/** Names become folders and schemas: only such that are meant to are let through, whoever asks. */
export function namedWorkspaces(workspaces: Workspaces): Workspaces {
  return {
    ...workspaces,
    open: async (name) => (isWorkspaceName(name) ? workspaces.open(name) : null),
    async create(name, fill) {
      if (!isWorkspaceName(name)) {
        throw new AppError(
          'bad_request',
          `${JSON.stringify(name)} is no name of a workspace: lower-case letters, digits and hyphens, at most 63.`,
        )
      }
      return workspaces.create(name, fill)
    },
  }
}

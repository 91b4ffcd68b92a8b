import { AppError } from '../errors.ts'

/** What a use-case can ask leave for: an area of the product, to read it or to change it. */
export type Permission = WorkspacePermission | ServerPermission

/** What one has by one's role in a workspace. */
export type WorkspacePermission =
  | 'files.read'
  | 'files.write'
  | 'gantt.read'
  | 'gantt.write'
  | 'tables.read'
  | 'tables.write'
  | 'tables.define'
  /** To keep views of tables for oneself. */
  | 'views.own'
  /** To star files for oneself. */
  | 'stars.own'
  | 'comments.write'
  /** To delete those of others. */
  | 'comments.manage'
  | 'changes.read'
  | 'changes.audit'
  | 'workspaces.read'
  | 'workspaces.export'
  | 'workspaces.rename'
  /** And to bring it back. */
  | 'workspaces.delete'
  | 'shares.create'
  /** The shares of others, too. */
  | 'shares.manage'
  | 'limits.write'
  | 'members.read'
  | 'members.manage'

/** What belongs to no workspace. */
export type ServerPermission =
  | 'workspaces.list'
  | 'workspaces.create'
  | 'accounts.manage'
  | 'groups.read'
  | 'groups.manage'
  | 'metrics.read'
  /** Sessions, tokens and the password of whoever asks. */
  | 'own.manage'

export interface Principal {
  /** The account that acts; `null` where there are none. */
  readonly id: string | null
  /** Who acts, as it stands in the log. */
  readonly name: string
  /** As whom rules below the role know them, see `subjectKey`; `null`: none binds them. */
  readonly subjects: readonly string[] | null
  /** In the workspace that is named, else in the one that the request is for. */
  readonly can: (permission: Permission, workspace?: string) => boolean
}

/** Whoever reaches a server that listens on loopback only. */
export const localPrincipal: Principal = {
  id: null,
  name: 'local',
  subjects: null,
  can: () => true,
}

/** How a principal names an account or a group that rules may bind. */
export function subjectKey(kind: 'account' | 'group', id: string): string {
  return `${kind}:${id}`
}

export function authorise(principal: Principal, permission: Permission, workspace?: string): void {
  if (principal.can(permission, workspace)) return
  throw new AppError('forbidden', `You may not do this (${permission}).`, { permission })
}

import { roles } from '@triptych/contract/accounts'
import type { Role } from '@triptych/contract/accounts'
import { subjectKey } from './principal.ts'
import type { Permission, Principal, ServerPermission, WorkspacePermission } from './principal.ts'

/** The least role that has it. */
const needed: Record<WorkspacePermission, Role> = {
  'workspaces.read': 'reader',
  'files.read': 'reader',
  'gantt.read': 'reader',
  'tables.read': 'reader',
  'changes.read': 'reader',
  'views.own': 'reader',
  'stars.own': 'reader',
  'comments.write': 'commenter',
  'files.write': 'editor',
  'gantt.write': 'editor',
  'tables.write': 'editor',
  'tables.define': 'editor',
  'workspaces.export': 'owner',
  'workspaces.rename': 'owner',
  'workspaces.delete': 'owner',
  'changes.audit': 'owner',
  'comments.manage': 'owner',
  'shares.create': 'reader',
  'shares.manage': 'owner',
  'limits.write': 'owner',
  'members.read': 'owner',
  'members.manage': 'owner',
}

/** Whether it is for everybody who is known, or for owners of the server. */
const ofServer: Record<ServerPermission, 'everybody' | 'owners'> = {
  'workspaces.list': 'everybody',
  'own.manage': 'everybody',
  'groups.read': 'owners',
  'groups.manage': 'owners',
  'metrics.read': 'owners',
  'workspaces.create': 'owners',
  'accounts.manage': 'owners',
}

/** What a token takes away from what its account may. */
export interface Scope {
  access: 'read' | 'write'
  /** `null`: all. */
  workspaces: readonly string[] | null
}

/** What is known of whoever asks. */
export interface Rights {
  id: string
  name: string
  /** Of the server, and so of all workspaces. */
  isOwner: boolean
  /** By workspace: the highest of one's own and those of one's groups. */
  roles: ReadonlyMap<string, Role>
  /** The ids of the groups they are in. */
  groups: readonly string[]
  /** `null` unless a token was shown. */
  scope: Scope | null
}

/** Reading, in the eyes of a token. */
function isRead(permission: Permission): boolean {
  return (
    permission.endsWith('.read') ||
    permission === 'workspaces.list' ||
    permission === 'workspaces.export' ||
    permission === 'changes.audit'
  )
}

/** With these a token could outlive itself, or become more than it is. */
const neverByToken: ReadonlySet<Permission> = new Set(['own.manage', 'accounts.manage'])

/** `null`: the workspace is not there for them. */
export function roleIn({ isOwner, roles, scope }: Rights, workspace: string): Role | null {
  if (scope?.workspaces && !scope.workspaces.includes(workspace)) return null
  return isOwner ? 'owner' : (roles.get(workspace) ?? null)
}

export function isAtLeast(role: Role | null, least: Role): boolean {
  return role !== null && roles.indexOf(role) >= roles.indexOf(least)
}

export function higherRole(one: Role | null | undefined, other: Role): Role {
  return one && isAtLeast(one, other) ? one : other
}

/** `place` is the workspace that the request is for; `null` where it is for the server. */
export function principalOf(rights: Rights, place: string | null): Principal {
  const { id, name, scope } = rights
  return {
    id,
    name,
    subjects: subjectsIn(rights, place),
    can(permission, workspace = place ?? undefined) {
      if (scope && neverByToken.has(permission)) return false
      if (scope?.access === 'read' && !isRead(permission)) return false
      if (isOfServer(permission)) return canOnServer(rights, permission)
      return workspace !== undefined && isAtLeast(roleIn(rights, workspace), needed[permission])
    },
  }
}

/** Who owns a workspace says what its rules are, and is bound by none. */
function subjectsIn(rights: Rights, place: string | null): string[] | null {
  if (place === null || roleIn(rights, place) === 'owner') return null
  return [
    subjectKey('account', rights.id),
    ...rights.groups.map((group) => subjectKey('group', group)),
  ]
}

function isOfServer(permission: Permission): permission is ServerPermission {
  return permission in ofServer
}

function canOnServer({ isOwner, scope }: Rights, permission: ServerPermission): boolean {
  if (ofServer[permission] === 'everybody') return true
  // A token for some workspaces is for nothing beside them.
  return isOwner && (scope?.workspaces ?? null) === null
}

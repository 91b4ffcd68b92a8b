import { AppError } from '../errors.ts'

/** What a use-case can ask leave for: an area of the product, to read it or to change it. */
export type Permission =
  | 'files.read'
  | 'files.write'
  | 'gantt.read'
  | 'gantt.write'
  | 'tables.read'
  | 'tables.write'
  | 'tables.define'
  | 'changes.read'
  | 'workspaces.read'
  | 'workspaces.create'
  | 'workspaces.export'

export interface Principal {
  /** Who acts, as it stands in the log. */
  readonly name: string
  can(permission: Permission): boolean
}

/** Whoever reaches a server that listens on loopback only. */
export const localPrincipal: Principal = { name: 'local', can: () => true }

export function authorise(principal: Principal, permission: Permission): void {
  if (principal.can(permission)) return
  throw new AppError('forbidden', `You may not do this (${permission}).`, { permission })
}

import type { Permission } from './principal.ts'

/**
 * Whether whoever once gave something away could still do so: asked at each use, of an account by its id, or of `null`
 * where it was given away without accounts.
 */
export type MayStill = (
  account: string | null,
  permission: Permission,
  workspace: string,
) => Promise<boolean>

/** Without accounts everybody may do everything. */
export const everybodyMay: MayStill = async () => true

import type { Permission, Principal } from './principal.ts'

/**
 * Whether whoever once gave something away could still do so, and as whom rules bind them: asked at each use, of an
 * account by its id, or of `null` where it was given away without accounts. `null`: no more.
 */
export type MayStill = (
  account: string | null,
  permission: Permission,
  workspace: string,
) => Promise<Pick<Principal, 'subjects'> | null>

/** Without accounts everybody may do everything. */
export const everybodyMay: MayStill = async () => ({ subjects: null })

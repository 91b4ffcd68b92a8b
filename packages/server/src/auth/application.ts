import { AppError } from '../errors.ts'
import type { WayIn } from './claim.ts'
import { oneLineName } from './claimed.ts'
import { webRequest } from './plain-request.ts'

/** Somebody whom the application that Triptych is part of knows. */
export interface KnownPerson {
  /** The same for the same person, for ever. */
  id: string
  /** What they are called; without it, what `id` says. */
  name?: string
  /** The names of all groups they are in; without it, groups stay as owners have set them. */
  groups?: readonly string[]
  /** Whether the server is theirs, with all workspaces and accounts; without it, that stays as it is. */
  isOwner?: boolean
}

/**
 * `null`: nobody the application knows; other ways in are tried. It must leave the body alone, which can be
 * read once only.
 */
export type Authenticate = (
  request: Request,
) => KnownPerson | null | undefined | Promise<KnownPerson | null | undefined>

/** Whoever the host application says it is. What it throws is told as a failure, and lets nobody in. */
export function applicationSays(authenticate: Authenticate): WayIn {
  return async (request, incoming) => {
    const person = await authenticate(webRequest(request, incoming))
    if (person === null || person === undefined) return null
    const { id, name, groups, isOwner = null } = person
    if (typeof id !== 'string' || id === '') {
      throw new AppError('internal', 'The application did not say who this is.')
    }
    return {
      by: 'application',
      provider: 'application',
      subject: id,
      name: oneLineName(name, id),
      groups: groups === undefined ? null : [...groups],
      isOwner,
    }
  }
}

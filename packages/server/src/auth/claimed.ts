/** What a provider says of somebody, as a token or an answer of it holds it. */
export type Claims = Readonly<Record<string, unknown>>

/** What an account can be called at most, see `AccountName`. */
const nameLength = 64

/** The first of these that says something, as one line that fits an account. */
export function oneLineName(...said: unknown[]): string {
  for (const text of said) {
    if (typeof text !== 'string') continue
    const line = text
      .toWellFormed()
      .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
      .trim()
    if (line !== '') return cut(line)
  }
  return 'unnamed'
}

/** Without half a letter at its end. */
function cut(line: string): string {
  if (line.length <= nameLength) return line
  return line
    .slice(0, nameLength)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trim()
}

/** What people know somebody by at their provider. */
export function nameIn({ name, preferred_username, email, sub }: Claims): string {
  return oneLineName(name, preferred_username, email, sub)
}

/**
 * The groups that a claim names. `claim` is its name, or the way to it with dots between, as in
 * `realm_access.roles`. `null` as claim: nobody has said where groups are, so that `groups` counts where
 * it is there. Once somebody has, a token without the claim is one of a person without groups: many
 * providers leave empty claims out, and whoever was in a group must not stay in it.
 */
export function groupsIn(claims: Claims, claim: string | null): string[] | null {
  const found = at(claims, claim ?? 'groups')
  if (typeof found === 'string') return [found]
  if (Array.isArray(found)) return found.filter((group) => typeof group === 'string')
  return claim === null ? null : []
}

function at(claims: Claims, claim: string): unknown {
  // Some are named like an address, dots and all.
  if (Object.hasOwn(claims, claim)) return claims[claim]
  return claim.split('.').reduce<unknown>((inner, step) => {
    const isThere = typeof inner === 'object' && inner !== null && Object.hasOwn(inner, step)
    return isThere ? (inner as Claims)[step] : undefined
  }, claims)
}

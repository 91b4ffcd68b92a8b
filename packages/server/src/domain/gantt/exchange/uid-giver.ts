/** The numbers by which a file knows things. */
export interface Uids {
  of(id: number): number | null
  /** For something else in the same list: the one it had, or one that is free. */
  another(wished: number | null): number
}

/**
 * Each thing keeps the number it came with. Of several with the same the first one does: the others are copies of it, or
 * came from another file.
 */
export function uidGiver(things: readonly { id: number; uid: unknown }[], lowest: number): Uids {
  const byId = new Map<number, number>()
  const taken = new Set<number>()
  let highest = 0
  for (const { id, uid } of things.toSorted((one, other) => one.id - other.id)) {
    if (!isUid(uid, lowest) || taken.has(uid)) continue
    taken.add(uid)
    byId.set(id, uid)
    highest = Math.max(highest, uid)
  }
  for (const { id } of things) if (!byId.has(id)) byId.set(id, ++highest)
  for (const uid of byId.values()) taken.add(uid)
  return {
    of: (id) => byId.get(id) ?? null,
    another(wished) {
      const uid = isUid(wished, lowest) && !taken.has(wished) ? wished : ++highest
      taken.add(uid)
      highest = Math.max(highest, uid)
      return uid
    },
  }
}

/** What a file of the format can hold. */
const maxUid = 2 ** 31 - 1

function isUid(uid: unknown, lowest: number): uid is number {
  return Number.isInteger(uid) && (uid as number) >= lowest && (uid as number) < maxUid
}

export type Id = string | number

/**
 * A widget gives what it makes a temporary id and keeps it; the server gives it another one.
 * Between the two stands this list.
 */
export interface TempIds {
  learn(shown: Id, real: Id): void
  /** The id by which the server knows it. */
  real(shown: Id): Id
  /** The id by which the widget knows it. */
  shown(real: Id): Id
}

export function tempIds(): TempIds {
  const realOf = new Map<Id, Id>()
  const shownOf = new Map<Id, Id>()
  return {
    learn(shown, real) {
      if (shown === real) return
      realOf.set(shown, real)
      shownOf.set(real, shown)
    },
    real: (shown) => realOf.get(shown) ?? shown,
    shown: (real) => shownOf.get(real) ?? real,
  }
}

/**
 * Time within a plan: whole numbers of six seconds since 1970, in the wall time of the plan. A tenth of
 * a minute is what Microsoft Project counts in, so a third of a day ends where it does there.
 */
export const minute = 10
export const hour = 60 * minute
export const day = 24 * hour

/** Before and after all dates that can be written. */
export const firstDay = -719_528
export const lastDay = 2_932_896
/** Where work ends that nobody would ever get done, and where it would have to begin. */
export const firstTick = firstDay * day
export const lastTick = lastDay * day

/** `2026-04-01T09:00`, with seconds or without; nothing but wall time. */
export function tickOf(text: string): number {
  return Math.round(Date.parse(`${text}Z`) / 6000)
}

export function dayOf(text: string): number {
  return Math.round(Date.parse(`${text}T00:00:00Z`) / 86_400_000)
}

/** To the second, as a plan keeps its dates. */
export function textOf(tick: number): string {
  return new Date(tick * 6000).toISOString().slice(0, 19)
}

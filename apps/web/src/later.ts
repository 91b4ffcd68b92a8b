import { lazy } from 'react'
import type { ComponentType, LazyExoticComponent } from 'react'

const parts: (() => Promise<unknown>)[] = []

/** A part of the frame that comes when it is asked for, or while nobody waits. */
export function later<Props>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  const loadPart = async () => ({ default: await load() })
  parts.push(loadPart)
  return lazy(loadPart)
}

export async function loadParts(): Promise<void> {
  // One after the other, as nobody waits; whatever does not come is asked for again.
  for (const load of parts) await load().catch(() => {})
}

import { filled } from './filled.ts'
import type { Deeds } from './forms.ts'

/** What the server tells of what was done, in another language; `null`: nobody has said how. */
export function deedIn(text: string, deeds: Deeds, things: Deeds = []): string | null {
  for (const [english, here] of deeds) {
    const found = saidIn(english).exec(text)
    if (!found) continue
    const said = found.groups ?? {}
    const { deed } = said
    const values = Object.fromEntries(
      Object.entries(said).map(([name, value]) => [name, deedIn(value, things) ?? value]),
    )
    if (deed === undefined) return filled(here, values)
    const inner = deedIn(deed, deeds, things)
    return inner === null ? null : filled(here, { ...values, deed: inner })
  }
  return null
}

const patterns = new Map<string, RegExp>()

const part = (_: string, name: string) => (name === 'n' ? '(?<n>\\d+)' : `(?<${name}>.+)`)

function saidIn(english: string): RegExp {
  const made = patterns.get(english) ?? new RegExp(`^${english.replace(/\{(\w+)\}/g, part)}$`, 's')
  patterns.set(english, made)
  return made
}

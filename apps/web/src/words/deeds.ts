import { filled } from './filled.ts'
import type { Deeds } from './forms.ts'

/** What the server tells of what was done, in another language; `null`: nobody has said how. */
export function deedIn(text: string, deeds: Deeds): string | null {
  for (const [english, here] of deeds) {
    const values = saidIn(english).exec(text)?.groups
    if (!values) continue
    const { deed } = values
    if (deed === undefined) return filled(here, values)
    const inner = deedIn(deed, deeds)
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

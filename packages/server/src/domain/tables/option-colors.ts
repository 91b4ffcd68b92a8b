import type { Column, OptionColors } from '@triptych/contract/tables'

type Coloured = Pick<Column, 'options'> & { colors?: OptionColors | null | undefined }

/** Why a column cannot have its colours; `null` when it can, or has none. */
export function colorsObstacle({ options, colors }: Coloured): string | null {
  const named = Object.keys(colors ?? {})
  if (named.length === 0) return null
  if (options === null) return 'has no options, and so no colors.'
  const known = new Set(options.map(String))
  const other = named.find((name) => !known.has(name))
  if (other === undefined) return null
  return `has no option ${JSON.stringify(other.slice(0, 60).toWellFormed())} that could have a color.`
}

/** In the order of the options, so that the same is kept in the same way; colours of what is no option are left behind. */
export function colorsAmong({ options, colors }: Coloured): Pick<Column, 'colors'> {
  if (!options || !colors) return {}
  const kept = options.flatMap((option) => {
    const text = String(option)
    return Object.hasOwn(colors, text) ? [[text, colors[text]!] as const] : []
  })
  return kept.length > 0 ? { colors: Object.fromEntries(kept) } : {}
}

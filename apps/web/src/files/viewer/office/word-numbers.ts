import { all, attribute, child } from './part-xml.ts'
import { numbered } from './shown-document.ts'

/** Says the mark of the next paragraph of a list, which is called by its id: its number, or `null` for a bullet. */
export type WordNumbers = (list: string, depth: number) => string | null

interface Level {
  start: number
  format: string
  /** `%1.%2.` are the numbers of this level and of those above it. */
  text: string
}

interface List {
  levels: ReadonlyMap<number, Level>
  counts: number[]
}

/** The first of each way to count that is not 1, 2, 3. */
const firsts: Record<string, string> = {
  lowerLetter: 'a',
  upperLetter: 'A',
  lowerRoman: 'i',
  upperRoman: 'I',
}

/** How a document of Word numbers its lists: each paragraph only says to which it belongs. */
export function wordNumbers(numbering: Element | null): WordNumbers {
  const kinds = new Map(
    all(numbering, 'abstractNum').map((kind): [string, List] => [
      attribute(kind, 'abstractNumId') ?? '',
      { levels: levelsOf(kind), counts: [] },
    ]),
  )
  const lists = new Map<string, List>()
  for (const list of all(numbering, 'num')) {
    const kind = kinds.get(attribute(child(list, 'abstractNumId'), 'val') ?? '')
    if (!kind) continue
    // Lists of one kind go on with its numbers, unless they say where they begin.
    const beginsAnew = all(list, 'startOverride').length > 0
    lists.set(attribute(list, 'numId') ?? '', beginsAnew ? { ...kind, counts: [] } : kind)
  }
  return (name, depth) => {
    const { levels, counts } = lists.get(name) ?? { levels: new Map<number, Level>(), counts: [] }
    const level = levels.get(depth)
    if (!level) return null
    counts.length = Math.min(counts.length, depth + 1)
    for (let above = 0; above < depth; above++) counts[above] ??= levels.get(above)?.start ?? 1
    counts[depth] = (counts[depth] ?? level.start - 1) + 1
    if (level.format === 'bullet') return null
    if (level.format === 'none') return ''
    return level.text.replaceAll(/%(\d)/g, (_, place: string) => {
      const at = Number(place) - 1
      return numbered(counts[at] ?? 1, firsts[levels.get(at)?.format ?? ''] ?? '1')
    })
  }
}

function levelsOf(kind: Element): ReadonlyMap<number, Level> {
  return new Map(
    all(kind, 'lvl').map((level) => [
      Number(attribute(level, 'ilvl')),
      {
        start: Number(attribute(child(level, 'start'), 'val') ?? 1),
        format: attribute(child(level, 'numFmt'), 'val') ?? '',
        text: attribute(child(level, 'lvlText'), 'val') ?? '',
      },
    ]),
  )
}

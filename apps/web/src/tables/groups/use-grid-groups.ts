import { mostGroups } from 'triptych-client'
import type { GroupHeading, Grouping, TableQuery } from 'triptych-client'
import type { ViewGroup } from '@triptych/contract/table-schema'
import { useEffect, useMemo, useState } from 'react'
import { locale } from '../../place/locale.ts'
import type { ViewProps } from '../../view.ts'
import { t } from '../../words/words.ts'
import { workspace } from '../../workspaces.ts'
import type { FoldGroups } from './group-headings.tsx'
import type { Totals } from './use-totals.ts'

interface GridGroups {
  /** `null` where the rows of the grid stand in no groups. */
  grouping: Grouping | null
  /** How many rows are in all groups; `null` until it is known. */
  count: number | null
  headings: number
  /** Whether there are more groups than the grid shows. */
  isTooMany: boolean
  onGroups: (headings: readonly GroupHeading[] | null) => void
  onFold: FoldGroups
}

/** The groups inside of the grid. Which of them are folded is kept as long as the browser has the page open. */
export function useGridGroups(
  table: string,
  levels: readonly ViewGroup[],
  { filter, search }: TableQuery,
  totals: Totals,
  isWanted: boolean,
  tell: ViewProps['tell'],
): GridGroups {
  const of = JSON.stringify([workspace.name, table, levels])
  const [fold, setFold] = useState({ of, marks: foldedOf(of) })
  const marks = fold.of === of ? fold.marks : foldedOf(of)
  const asked = JSON.stringify([of, filter, search])
  const [found, setFound] = useState<{ of: string; headings: readonly GroupHeading[] | null }>()
  const known = found?.of === asked ? found.headings : undefined
  const isTooMany = known === null
  const isInGrid = isWanted && !isTooMany && levels.length > 0
  const text = JSON.stringify([levels, totals, marks, isInGrid])
  const grouping = useMemo(() => (isInGrid ? { levels, totals, folded: marks } : null), [text])

  useEffect(() => {
    if (!isTooMany) return
    tell({
      kind: 'info',
      text: t('There are more than {most} groups: they stand beside the grid, and not in it.', {
        most: mostGroups.toLocaleString(locale),
      }),
    })
  }, [isTooMany])

  const inGrid = (isInGrid && known) || []
  return {
    grouping,
    count: isInGrid && known ? sumOf(known) : null,
    headings: inGrid.length,
    isTooMany,
    onGroups: (headings) => setFound({ of: asked, headings }),
    onFold(changed, isFolded) {
      const others = marks.filter((mark) => !changed.includes(mark))
      const next = isFolded ? [...others, ...changed] : others
      setFold({ of, marks: next })
      keepFolded(of, next)
    },
  }
}

function sumOf(headings: readonly GroupHeading[]): number {
  const outer = headings.filter(({ keys }) => keys.length === 1)
  return outer.reduce((sum, { count }) => sum + count, 0)
}

const keyOf = (of: string) => `triptych.folded.${of}`

function foldedOf(of: string): string[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(keyOf(of)) ?? '[]')
    return Array.isArray(kept) ? kept.filter((mark) => typeof mark === 'string') : []
  } catch {
    return []
  }
}

function keepFolded(of: string, marks: readonly string[]): void {
  try {
    sessionStorage.setItem(keyOf(of), JSON.stringify(marks))
  } catch {
    // It holds until the page is left, then.
  }
}

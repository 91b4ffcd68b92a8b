import type { GroupKey, Server, TableQuery } from 'triptych-client'
import type { ViewGroup } from '@triptych/contract/table-schema'
import type { Column } from '@triptych/contract/tables'
import right from 'lucide-static/icons/chevron-right.svg?raw'
import close from 'lucide-static/icons/x.svg?raw'
import { useState } from 'react'
import type { KeyboardEvent } from 'react'
import { Icon } from '../../icon.tsx'
import { withinGroup } from './group-filter.ts'
import { GroupName, useGroupLabels } from './group-name.tsx'
import type { References } from '../cells/references.ts'
import { totalText } from '../total-texts.ts'
import { useTotals } from './use-totals.ts'
import type { Group, Totals } from './use-totals.ts'
import { locale } from '../../place/locale.ts'
import { t } from '../../words/words.ts'

/** The keys of a group and of those it is in, from the outermost. */
export type GroupPath = readonly GroupKey[]

interface LevelProps {
  server: Server
  table: string
  /** The rows that stand in these groups. */
  query: TableQuery
  columns: readonly Column[]
  references: References
  totals: Totals
  /** The group whose rows are shown; empty for all. */
  shown: GroupPath
  onShow: (path: GroupPath) => void
}

interface GroupPanelProps extends LevelProps {
  /** By what, level by level. */
  groups: readonly ViewGroup[]
  onClose: () => void
}

/** The groups of the rows beside the grid, with how many each has and what they add up to. */
export function GroupPanel({ groups, onClose, ...level }: GroupPanelProps) {
  const { server, table, query, totals, shown, onShow } = level
  const [outer, ...inner] = groups
  const found = useTotals(server, table, query, outer!, totals, true)
  const all = found.reduce((sum, { count }) => sum + count, 0)
  const column = outer!.column
  return (
    <aside className="group-panel" aria-label={t('Groups by {column}', { column })}>
      <header>
        <h2>
          {inner.length === 0
            ? t('By {column}', { column })
            : t('By {column}, then {others}', {
                column,
                others: inner.map((one) => one.column).join(', '),
              })}
        </h2>
        <button
          type="button"
          className="plain icon-only"
          aria-label={t('Do not group')}
          title={t('Do not group')}
          onClick={onClose}
        >
          <Icon svg={close} />
        </button>
      </header>
      <ul onKeyDown={moveFocus}>
        <li>
          <button
            type="button"
            className="group-head"
            aria-pressed={shown.length === 0}
            onClick={() => onShow([])}
          >
            <span className="name">{t('All')}</span>
            <span className="count">{all.toLocaleString(locale)}</span>
          </button>
        </li>
        <Heads {...level} group={outer!} inner={inner} found={found} above={[]} />
      </ul>
    </aside>
  )
}

interface HeadsProps extends LevelProps {
  group: ViewGroup
  inner: readonly ViewGroup[]
  found: readonly Group[]
  /** The keys of the groups that these are in. */
  above: GroupPath
}

function Heads({ group, inner, found, above, ...level }: HeadsProps) {
  const { columns, references, totals, shown, onShow } = level
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const columnOf = (name: string) => columns.find((one) => one.name === name)
  const labelOf = useGroupLabels(level.server, references, columnOf(group.column), group)

  function toggle(mark: string): void {
    setOpen(
      open.has(mark) ? new Set([...open].filter((one) => one !== mark)) : new Set([...open, mark]),
    )
  }

  return found.map(({ key, count, values }) => {
    const mark = JSON.stringify(key)
    const path = [...above, key]
    const label = labelOf(key)
    const isOpen = open.has(mark)
    const [next, ...deeper] = inner
    return (
      <li key={mark} style={{ '--level': above.length } as object}>
        <span className="group-line">
          {next && (
            <button
              type="button"
              className="plain icon-only group-fold"
              aria-expanded={isOpen}
              aria-label={t('Groups of {label}', { label })}
              tabIndex={-1}
              onClick={() => toggle(mark)}
            >
              <Icon svg={right} />
            </button>
          )}
          <button
            type="button"
            className="group-head"
            aria-pressed={JSON.stringify(shown) === JSON.stringify(path)}
            onClick={() => onShow(path)}
          >
            <span className="name">
              <GroupName groupKey={key} label={label} column={columnOf(group.column)} />
            </span>
            <span className="count">{count.toLocaleString(locale)}</span>
            {Object.entries(totals).map(([name, total]) => (
              <small key={name}>
                {name}: {totalText(columnOf(name), total, values[name])}
              </small>
            ))}
          </button>
        </span>
        {next && isOpen && (
          <Inner
            {...level}
            query={withinGroup(level.query, group, columnOf(group.column)?.type ?? 'integer', key)}
            group={next}
            inner={deeper}
            above={path}
            label={label}
          />
        )}
      </li>
    )
  })
}

/** Asked for when it is opened, and followed as long as it is. */
function Inner({ label, ...props }: Omit<HeadsProps, 'found'> & { label: string }) {
  const { server, table, query, group, totals } = props
  const found = useTotals(server, table, query, group, totals, true)
  return (
    <ul aria-label={t('Groups of {label}', { label })}>
      <Heads {...props} found={found} />
    </ul>
  )
}

/** Up and down over all that are seen; right opens, left closes or goes to the group it is in. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const { key, currentTarget, target } = event
  const head = (target as Element).closest('li')?.querySelector<HTMLElement>('.group-head')
  if (!head) return
  const heads = [...currentTarget.querySelectorAll<HTMLElement>('.group-head')]
  const at = heads.indexOf(head)
  const fold = head.parentElement?.querySelector<HTMLElement>('.group-fold')
  const isOpen = fold?.getAttribute('aria-expanded') === 'true'
  const outer = head.closest('li')?.parentElement?.closest('li')
  if (key === 'ArrowDown') heads[at + 1]?.focus()
  else if (key === 'ArrowUp') heads[at - 1]?.focus()
  else if (key === 'ArrowRight' && isOpen) heads[at + 1]?.focus()
  else if (key === 'ArrowRight') fold?.click()
  else if (key === 'ArrowLeft') {
    if (isOpen) fold?.click()
    else outer?.querySelector<HTMLElement>('.group-head')?.focus()
  } else if (key === 'Home') heads[0]?.focus()
  else if (key === 'End') heads.at(-1)?.focus()
  else return
  event.preventDefault()
}

import type { SortKey } from 'triptych-client'
import type { TableDescription, Total, ViewGroup } from '@triptych/contract/table-schema'
import type { Column } from '@triptych/contract/tables'
import deleteIcon from 'lucide-static/icons/trash-2.svg?raw'
import down from 'lucide-static/icons/arrow-down-a-z.svg?raw'
import filterIcon from 'lucide-static/icons/list-filter.svg?raw'
import besideIcon from 'lucide-static/icons/panel-left.svg?raw'
import groupIcon from 'lucide-static/icons/layers.svg?raw'
import hide from 'lucide-static/icons/eye-off.svg?raw'
import kindIcon from 'lucide-static/icons/square-pen.svg?raw'
import left from 'lucide-static/icons/arrow-left.svg?raw'
import leftEdge from 'lucide-static/icons/arrow-left-to-line.svg?raw'
import noSort from 'lucide-static/icons/arrow-up-down.svg?raw'
import pencil from 'lucide-static/icons/pencil.svg?raw'
import pin from 'lucide-static/icons/pin.svg?raw'
import right from 'lucide-static/icons/arrow-right.svg?raw'
import rightEdge from 'lucide-static/icons/arrow-right-to-line.svg?raw'
import selectIcon from 'lucide-static/icons/square-dashed-mouse-pointer.svg?raw'
import sigma from 'lucide-static/icons/sigma.svg?raw'
import up from 'lucide-static/icons/arrow-up-a-z.svg?raw'
import { filterFields } from '../filter/choice-rules.ts'
import { canAddUp, canGroupBy } from './fitting-address.ts'
import type { FloatItem } from '../float-menu.tsx'
import type { TableAddress } from '../views/table-address.ts'
import type { TableRights } from '../table-rights.ts'
import { totalNames } from '../total-texts.ts'
import { movedName, namesIn, orderedNames } from '../views/view-address.ts'
import { t } from '../../words/words.ts'

/** What a column is asked for that needs a form. */
export type ColumnTask =
  | 'rename'
  | 'change'
  | 'before'
  | 'after'
  | 'delete'
  | 'filter'
  | 'select'
  | 'total'
  | 'group'
  | 'subgroup'

/** Those of them that open a dialog. */
export type DialogTask = Exclude<ColumnTask, 'filter' | 'select' | 'total' | 'group' | 'subgroup'>

interface ColumnMenuInput {
  table: TableDescription
  column: string
  address: TableAddress
  rights: TableRights
  onAddress: (change: Partial<TableAddress>) => void
  onArrange: (change: Partial<TableAddress>) => void
  onTask: (task: ColumnTask) => void
}

/** All there is to do with a column. */
export function columnMenu(input: ColumnMenuInput): FloatItem[][] {
  const { table, column, address, rights, onAddress, onArrange, onTask } = input
  const names = orderedNames(namesIn(table), address.order)
  const shown = names.filter((name) => !address.hidden.has(name))
  const at = shown.indexOf(column)
  const sorted = address.sort.find(({ key }) => key === column)?.order
  const canFilter = filterFields(table).some(({ id }) => id === column)
  const isOwn = column !== 'id'
  const type = table.columns.find(({ name }) => name === column)?.type ?? 'integer'
  const isDate = type === 'date' || type === 'datetime'
  const groups = groupsIn(address)
  const isGrouped = groups.some((one) => one.column === column)
  const group = () => (isDate ? onTask('group') : onAddress(groupedBy([{ column, unit: null }])))
  const groupThen = () =>
    isDate ? onTask('subgroup') : onAddress(groupedBy([...groups, { column, unit: null }]))
  const move = (target: string, side: 'before' | 'after') =>
    onArrange({ order: movedName(names, column, target, side) })
  return [
    [
      {
        label: t('Sort up'),
        icon: up,
        isChosen: sorted === 'asc',
        run: () => onAddress({ sort: [{ key: column, order: 'asc' }] }),
      },
      {
        label: t('Sort down'),
        icon: down,
        isChosen: sorted === 'desc',
        run: () => onAddress({ sort: [{ key: column, order: 'desc' }] }),
      },
      ...(sorted
        ? [
            {
              label: t('Do not sort by it'),
              icon: noSort,
              run: () => onAddress({ sort: address.sort.filter(({ key }) => key !== column) }),
            },
          ]
        : []),
    ],
    [
      ...(canFilter
        ? [{ label: t('Filter by it …'), icon: filterIcon, run: () => onTask('filter') }]
        : []),
      ...(canGroupBy(type, null)
        ? [
            isGrouped
              ? {
                  label: t('Do not group by it'),
                  icon: groupIcon,
                  run: () => onAddress(groupedBy(groups.filter((one) => one.column !== column))),
                }
              : {
                  label: isDate ? t('Group by it …') : t('Group by it'),
                  icon: groupIcon,
                  run: group,
                },
            ...(isGrouped && fitInGrid(groups, table.columns)
              ? [
                  {
                    label: t('Groups beside the grid'),
                    icon: besideIcon,
                    isChosen: address.groupsBeside,
                    run: () => onAddress({ groupsBeside: !address.groupsBeside }),
                  },
                ]
              : []),
            ...(groups.length > 0 && groups.length < mostLevels && !isGrouped
              ? [
                  {
                    label: isDate ? t('Then group by it …') : t('Then group by it'),
                    icon: groupIcon,
                    run: groupThen,
                  },
                ]
              : []),
          ]
        : []),
      { label: t('Add up …'), icon: sigma, run: () => onTask('total') },
    ],
    [
      { label: t('Select all its cells'), icon: selectIcon, run: () => onTask('select') },
      address.frozen === column
        ? { label: t('Unfreeze'), icon: pin, run: () => onAddress({ frozen: null }) }
        : { label: t('Freeze up to here'), icon: pin, run: () => onAddress({ frozen: column }) },
      {
        label: t('Move left'),
        icon: left,
        isDisabled: at <= 0,
        run: () => move(shown[at - 1]!, 'before'),
      },
      {
        label: t('Move right'),
        icon: right,
        isDisabled: at >= shown.length - 1,
        run: () => move(shown[at + 1]!, 'after'),
      },
      {
        label: t('Hide'),
        icon: hide,
        isDisabled: shown.length === 1,
        run: () => onArrange({ hidden: new Set([...address.hidden, column]) }),
      },
    ],
    rights.define
      ? [
          ...(isOwn
            ? [
                { label: t('Rename …'), icon: pencil, run: () => onTask('rename') },
                { label: t('Change what it holds …'), icon: kindIcon, run: () => onTask('change') },
                { label: t('Insert left …'), icon: leftEdge, run: () => onTask('before') },
              ]
            : []),
          { label: t('Insert right …'), icon: rightEdge, run: () => onTask('after') },
        ]
      : [],
    rights.define && isOwn
      ? [
          {
            label: t('Delete …'),
            icon: deleteIcon,
            isDangerous: true,
            isDisabled: table.columns.length === 1,
            run: () => onTask('delete'),
          },
        ]
      : [],
  ]
}

/** What can stand below a column. */
export function totalMenu({
  table,
  column,
  address,
  onAddress,
}: Pick<ColumnMenuInput, 'table' | 'column' | 'address' | 'onAddress'>): FloatItem[][] {
  const type = table.columns.find(({ name }) => name === column)?.type ?? 'integer'
  const { [column]: chosen, ...others } = address.totals
  const names = Object.entries(totalNames) as [Total, string][]
  return [
    [
      {
        label: t('Nothing'),
        isChosen: chosen === undefined,
        run: () => onAddress({ totals: others }),
      },
      ...names
        .filter(([total]) => canAddUp(type, total))
        .map(([total, label]) => ({
          label,
          isChosen: chosen === total,
          run: () => onAddress({ totals: { ...others, [column]: total } }),
        })),
    ],
  ]
}

const mostLevels = 3

/**
 * Whether rows can stand in these groups in the grid, where they are sorted by them: by the values of a column, not by
 * its weeks or months, unless that is the innermost level.
 */
export function fitInGrid(groups: readonly ViewGroup[], columns: readonly Column[]): boolean {
  return groups.slice(0, -1).every(({ column, unit }) => {
    const type = columns.find(({ name }) => name === column)?.type
    return unit === null || (unit === 'day' && type === 'date')
  })
}

/** All levels of the groups. */
export function groupsIn({ group, subgroups }: TableAddress): readonly ViewGroup[] {
  return group ? [group, ...subgroups] : []
}

export function groupedBy(levels: readonly ViewGroup[]): Partial<TableAddress> {
  return { group: levels[0] ?? null, subgroups: levels.slice(1) }
}

/** By what of a date the rows are put together. */
export function groupMenu({
  column,
  outer,
  onAddress,
}: Pick<ColumnMenuInput, 'column' | 'onAddress'> & {
  /** The levels above it. */
  outer: readonly ViewGroup[]
}): FloatItem[][] {
  const units = { day: t('By day'), week: t('By week'), month: t('By month'), year: t('By year') }
  return [
    (Object.entries(units) as [keyof typeof units, string][]).map(([unit, label]) => ({
      label,
      run: () => onAddress(groupedBy([...outer, { column, unit }])),
    })),
  ]
}

/** The order after a click on a header: up, down, and as it was. With `adds` the others count, too. */
export function nextSort(sort: readonly SortKey[], key: string, adds: boolean): SortKey[] {
  const order = sort.find((one) => one.key === key)?.order
  const others = adds ? sort.filter((one) => one.key !== key) : []
  if (order === 'desc') return others
  const next: SortKey = { key, order: order === 'asc' ? 'desc' : 'asc' }
  if (adds && order) return sort.map((one) => (one.key === key ? next : one))
  return [...others, next]
}

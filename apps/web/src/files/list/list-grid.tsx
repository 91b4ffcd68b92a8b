import { Grid as SvarGrid } from '@svar-ui/react-grid'
import type { ICellProps, IColumnConfig, IRow } from '@svar-ui/react-grid'
import { useMemo } from 'react'
import type { ComponentProps } from 'react'
import { dayText } from './day-text.ts'
import { textOfKey } from '../entry-kind.ts'
import { formatSize } from '../format-size.ts'
import { t } from '../../words/words.ts'

const backLink = '/wx-filemanager-parent-link'

const checkColumn: IColumnConfig = {
  id: 'check',
  width: 40,
  header: { text: '', cell: () => check('', t('Select all')) },
  cell: ({ row }: ICellProps) =>
    row.id === backLink
      ? null
      : check(String(row.id), t('Select {name}', { name: String(row['name']) })),
}

const kindColumn: IColumnConfig = {
  id: 'kind',
  header: t('Type'),
  width: 170,
  sort: true,
  resize: true,
  template: textOfKey,
}

/** What has less room than this for the whole table leaves out the kinds. */
const narrow = 560
const narrowWidths: Record<string, number> = { check: 36, size: 76, date: 116 }
/** And on a telephone the dates, too: the names matter most. */
const narrowest = 420

/** The grid of the widget's table, which the build puts in its place: with boxes to check, and with the kinds. */
export function Grid(props: ComponentProps<typeof SvarGrid>) {
  const { columns: given } = props
  const { columns, responsive } = useMemo(() => {
    const [name, ...others] = given.map(asHere)
    const all = [checkColumn, ...(name ? [name] : []), kindColumn, ...others]
    const few = all.filter((one) => one !== kindColumn).map(inLessRoom)
    const fewest = few.filter(({ id }) => id !== 'date')
    return {
      columns: all,
      responsive: { [narrowest]: { columns: fewest }, [narrow]: { columns: few } },
    }
  }, [given])
  return <SvarGrid {...props} columns={columns} responsive={responsive} />
}

/** The widget has one way to write numbers and days, whatever the place. */
function asHere(column: IColumnConfig): IColumnConfig {
  if (column.id === 'date') return { ...column, template: (date?: Date) => dayText(date) }
  if (column.id !== 'size') return column
  return {
    ...column,
    template: (size: number | undefined, { id }: IRow) =>
      size === undefined || id === backLink ? '' : formatSize(size),
  }
}

function inLessRoom(column: IColumnConfig): IColumnConfig {
  const width = narrowWidths[String(column.id)]
  return width === undefined ? column : { ...column, width }
}

/** What is checked, and what a click does, is for all lists in `use-checks.ts`. */
function check(id: string, label: string) {
  return (
    <span
      className="entry-check"
      role="checkbox"
      aria-checked="false"
      aria-label={label}
      tabIndex={-1}
      data-check={id}
    />
  )
}

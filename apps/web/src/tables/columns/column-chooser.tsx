import columnsIcon from 'lucide-static/icons/columns-3.svg?raw'
import { useId, useRef } from 'react'
import { Icon } from '../../icon.tsx'
import { t } from '../../words/words.ts'

interface ColumnChooserProps {
  columns: readonly string[]
  hidden: ReadonlySet<string>
  onChange: (hidden: ReadonlySet<string>) => void
  /** Missing for those who may not. */
  onEdit?: () => void
}

/** Which columns are shown; at least one is. */
export function ColumnChooser({ columns, hidden, onChange, onEdit }: ColumnChooserProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const shown = columns.filter((column) => !hidden.has(column))

  function place(): void {
    const { bottom, left } = button.current!.getBoundingClientRect()
    const { style, offsetWidth } = panel.current!
    style.top = `${bottom + 4}px`
    style.left = `${Math.max(8, Math.min(left, innerWidth - offsetWidth - 8))}px`
  }

  function toggle(column: string): void {
    const next = new Set(hidden)
    if (!next.delete(column)) next.add(column)
    onChange(next)
  }

  return (
    <>
      <button
        ref={button}
        type="button"
        className="button"
        popoverTarget={id}
        aria-label={t('Columns')}
        title={t('Columns')}
      >
        <Icon svg={columnsIcon} />
        <span className="wide-only">{t('Columns')}</span>
      </button>
      <div
        ref={panel}
        id={id}
        className="tables-menu chooser"
        popover="auto"
        onToggle={(event) => event.newState === 'open' && place()}
      >
        <fieldset>
          <legend>{t('Shown columns')}</legend>
          {columns.map((column) => (
            <label key={column} className="check">
              <input
                type="checkbox"
                checked={!hidden.has(column)}
                disabled={shown.length === 1 && shown[0] === column}
                onChange={() => toggle(column)}
              />
              {column}
            </label>
          ))}
        </fieldset>
        {onEdit && (
          <button
            type="button"
            className="plain"
            onClick={() => {
              panel.current?.hidePopover()
              onEdit()
            }}
          >
            {t('Add or change columns …')}
          </button>
        )}
      </div>
    </>
  )
}

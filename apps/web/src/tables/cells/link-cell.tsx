import type { ICellProps } from '@svar-ui/react-grid'
import external from 'lucide-static/icons/external-link.svg?raw'
import { Icon } from '../../icon.tsx'
import { linkOf } from '../columns/formats.ts'
import { t } from '../../words/words.ts'

/** A web or mail address: a click selects its cell, Ctrl and a click, or the icon, open it. */
function LinkCell({ row, column, kind }: ICellProps & { kind: 'email' | 'url' }) {
  const value = row[column.id as string] as unknown
  const href = linkOf({ format: { kind } }, value)
  const text = typeof value === 'string' ? value : ''
  if (!href) return text
  const shared = {
    href,
    target: '_blank',
    rel: 'noopener noreferrer',
    tabIndex: -1,
    draggable: false,
  }
  return (
    <>
      <a
        {...shared}
        className="cell-link"
        onClick={(event) => {
          if (!event.ctrlKey && !event.metaKey) event.preventDefault()
        }}
      >
        {text}
      </a>
      <a
        {...shared}
        className="open-link"
        aria-label={t('Open {text}', { text })}
        title={t('Open (Ctrl+click)')}
      >
        <Icon svg={external} />
      </a>
    </>
  )
}

export function MailCell(props: ICellProps) {
  return <LinkCell {...props} kind="email" />
}

export function PageCell(props: ICellProps) {
  return <LinkCell {...props} kind="url" />
}

import { useEffect, useRef } from 'react'
import { Dialog } from '../../dialog.tsx'
import { nameIn } from '../shown.ts'
import { locale } from '../../place/locale.ts'
import { t } from '../../words/words.ts'

interface Props {
  ids: readonly string[]
  onDelete: () => void
  onClose: () => void
}

/** More are only counted. */
const mostNamed = 5

/** Asks once more before files and folders are deleted. */
export function DeleteDialog({ ids, onDelete, onClose }: Props) {
  const content = useRef<HTMLDivElement>(null)
  const [first = ''] = ids
  const more = ids.length - mostNamed
  const title =
    ids.length === 1
      ? t('Delete “{first}”?', { first: nameIn(first) })
      : t('Delete {count} items?', { count: ids.length.toLocaleString(locale) })

  // Whoever pressed Delete goes on with Enter.
  useEffect(() => {
    content.current
      ?.closest('form')
      ?.querySelector<HTMLButtonElement>('button[type=submit]')
      ?.focus()
  }, [])

  return (
    <Dialog
      title={title}
      action={t('Delete')}
      isDangerous
      onAct={() => {
        onDelete()
        content.current?.closest('dialog')?.close()
      }}
      onClose={onClose}
    >
      <div ref={content}>
        {ids.length > 1 && (
          <ul className="names">
            {ids.slice(0, mostNamed).map((id) => (
              <li key={id}>{nameIn(id)}</li>
            ))}
            {more > 0 && <li>{t('and {more} more', { more: more.toLocaleString(locale) })}</li>}
          </ul>
        )}
        <p>
          {t('What is deleted can be brought back from the trash, where this server keeps one.')}
        </p>
      </div>
    </Dialog>
  )
}

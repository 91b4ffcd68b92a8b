import { Said } from '../../words/said.tsx'
import { t } from '../../words/words.ts'

interface NoRowsProps {
  /** A filter or a search leaves them out. */
  isFiltered: boolean
  mayAdd: boolean
  onShowAll: () => void
  onImport: () => void
}

/** Says why there is nothing to see, and what can be done about it. */
export function NoRows({ isFiltered, mayAdd, onShowAll, onImport }: NoRowsProps) {
  return (
    <p className="no-rows">
      {isFiltered ? (
        <>
          {t('No row is like that.')}
          <button type="button" className="plain" onClick={onShowAll}>
            {t('Show all rows')}
          </button>
        </>
      ) : !mayAdd ? (
        t('This table has no rows yet.')
      ) : (
        <Said
          text={t('This table has no rows yet. Add one, or {import}')}
          parts={{
            import: (
              <button type="button" className="plain" onClick={onImport}>
                {t('import a file')}
              </button>
            ),
          }}
        />
      )}
    </p>
  )
}

import { useText } from './use-text.ts'
import type { PartProps } from './viewed-file.ts'
import { t } from '../../words/words.ts'

/** Text as it stands: what is a page or a script elsewhere is only its source here. */
export function TextViewer(props: PartProps) {
  const shown = useText(props)
  if (!shown) return <p className="viewer-note">{t('Loading …')}</p>
  return (
    <div className="viewer-paper" tabIndex={0} role="group" aria-label={t('Text')}>
      <pre>{shown.text}</pre>
      {shown.isCut && <p className="viewer-cut">{cutNote}</p>}
    </div>
  )
}

export const cutNote = t('Only the beginning is shown. Download the file to see all of it.')

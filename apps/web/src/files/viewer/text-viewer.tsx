import { CodeText } from './code-text.tsx'
import { lookOf } from './language-of.ts'
import { takeKeyboard } from './take-keyboard.ts'
import { useText } from './use-text.ts'
import type { PartProps } from './viewed-file.ts'
import { t } from '../../words/words.ts'

/** Text as it stands: what is a page or a script elsewhere is only its source here. */
export function TextViewer(props: PartProps) {
  const shown = useText(props)
  const { language, isProse } = lookOf(props.file.name)
  if (!shown) return <p className="viewer-note">{t('Loading …')}</p>
  return (
    <div
      ref={takeKeyboard}
      className="viewer-paper"
      tabIndex={0}
      role="group"
      aria-label={t('Text')}
    >
      {isProse ? <pre>{shown.text}</pre> : <CodeText text={shown.text} language={language} />}
      {shown.isCut && <p className="viewer-cut">{cutNote}</p>}
    </div>
  )
}

export const cutNote = t('Only the beginning is shown. Download the file to see all of it.')

import copy from 'lucide-static/icons/copy.svg?raw'
import { useEffect, useId, useRef, useState } from 'react'
import { Icon } from '../icon.tsx'
import { t } from '../words/words.ts'

interface Props {
  label: string
  text: string
  hint: string
}

/** Something that is told once, to be taken elsewhere. */
export function CopyField({ label, text, hint }: Props) {
  const [isCopied, setCopied] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const id = useId()
  useEffect(() => {
    setCopied(false)
    field.current?.focus()
    field.current?.select()
  }, [text])

  function take(): void {
    field.current?.select()
    // Over plain http a browser has no clipboard for pages, but knows the old way.
    const isDone = navigator.clipboard
      ? navigator.clipboard.writeText(text).then(
          () => true,
          () => document.execCommand('copy'),
        )
      : Promise.resolve(document.execCommand('copy'))
    void isDone.then(setCopied)
  }

  return (
    <div className="copy-field">
      <label htmlFor={id}>{label}</label>
      <span className="line">
        <input ref={field} id={id} className="control" readOnly value={text} />
        <button type="button" className="button" onClick={take}>
          <Icon svg={copy} />
          {isCopied ? t('Copied') : t('Copy')}
        </button>
      </span>
      <small role="status">
        {isCopied ? t('It is in the clipboard. ') : ''}
        {hint}
      </small>
    </div>
  )
}

import { useEffect, useState } from 'react'
import type { Language } from './language-of.ts'
import './code-text.css'

/** In letters. Of more than this the colours would keep the browser busy for too long. */
const mostColoured = 256 * 1024

/** A text with the numbers of its lines, and with colours once what makes them has come. */
export function CodeText({ text, language }: { text: string; language: Language | null }) {
  const html = useColours(text, language)
  const lines = text.split('\n').length - (text.endsWith('\n') ? 1 : 0)
  const numbers = Array.from({ length: Math.max(lines, 1) }, (_, index) => index + 1).join('\n')
  return (
    <div className="code-text">
      <pre className="code-lines" aria-hidden="true">
        {numbers}
      </pre>
      {html === null ? (
        <pre>{text}</pre>
      ) : (
        // All of the text is escaped in it, see `highlighted`.
        <pre dangerouslySetInnerHTML={{ __html: html }} />
      )}
    </div>
  )
}

/** Without them the text can be read as well. */
function useColours(text: string, language: Language | null): string | null {
  const [html, setHtml] = useState<string | null>(null)
  useEffect(() => {
    if (!language || text.length > mostColoured) return undefined
    let isOver = false
    void import('./highlight.ts')
      .then(({ highlighted }) => isOver || setHtml(highlighted(text, language)))
      .catch(() => {})
    return () => {
      isOver = true
    }
  }, [text, language])
  return html
}

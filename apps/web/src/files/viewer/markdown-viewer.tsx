import MarkdownIt from 'markdown-it'
import { useMemo } from 'react'
import { takeKeyboard } from './take-keyboard.ts'
import { cutNote } from './text-viewer.tsx'
import { useText } from './use-text.ts'
import type { PartProps } from './viewed-file.ts'
import { t } from '../../words/words.ts'

/** A text with marks, as a page. */
export function MarkdownViewer(props: PartProps) {
  const shown = useText(props)
  const html = useMemo(() => (shown ? markdown.render(shown.text) : ''), [shown])
  if (!shown) return <p className="viewer-note">{t('Loading …')}</p>
  return (
    <div
      ref={takeKeyboard}
      className="viewer-paper"
      tabIndex={0}
      role="group"
      aria-label={t('Text')}
    >
      <div className="viewer-markdown" dangerouslySetInnerHTML={{ __html: html }} />
      {shown.isCut && <p className="viewer-cut">{cutNote}</p>}
    </div>
  )
}

/** Tags in the text are shown as text: strangers write these files, and the page is ours. */
const markdown = new MarkdownIt({ html: false, linkify: true })

/** Only what leads elsewhere is a link: what is relative would lead into the page. */
const isOutside = (address: string) => /^(https?:|mailto:)/i.test(address)

markdown.renderer.rules['link_open'] = (tokens, index) => {
  const address = String(tokens[index]?.attrGet('href') ?? '')
  const safe = markdown.utils.escapeHtml(address)
  return isOutside(address) ? `<a href="${safe}" target="_blank" rel="noopener noreferrer">` : '<a>'
}

/** No picture is loaded from anywhere: that would tell others who reads this. */
markdown.renderer.rules['image'] = (tokens, index) =>
  `<em>${markdown.utils.escapeHtml(tokens[index]?.content ?? '')}</em>`

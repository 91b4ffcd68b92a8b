/** Markup that may stand in a page as it is. */
export interface Html {
  readonly markup: string
}

export type Part = Html | string | number | null | readonly Part[]

/** A piece of a page. Text that is put into it is escaped; only markup made here is not. */
export function html(texts: TemplateStringsArray, ...parts: Part[]): Html {
  return { markup: String.raw({ raw: texts }, ...parts.map(markupOf)) }
}

/** Text for people, with `code` between backticks and an empty line between paragraphs. */
export function prose(text: string): Html[] {
  return text.split('\n\n').map((paragraph) => html`<p>${inline(paragraph)}</p>`)
}

export function inline(text: string): Part[] {
  return text
    .split(/`([^`]+)`/)
    .map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))
}

/** A list of parts with something between them. */
export function joined(parts: readonly Part[], between: Part): Part[] {
  return parts.flatMap((part, index) => (index === 0 ? [part] : [between, part]))
}

/** What an address of the page says for a name. */
export function anchor(kind: string, name: string): string {
  return `${kind}-${name.replaceAll(/[^\w.-]+/g, '-')}`
}

function markupOf(part: Part): string {
  if (part === null) return ''
  if (typeof part === 'object') {
    return 'markup' in part ? part.markup : part.map(markupOf).join('')
  }
  return escape(String(part))
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character]!)
}

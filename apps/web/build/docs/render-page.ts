import { existsSync } from 'node:fs'
import { join, posix } from 'node:path'
import MarkdownIt from 'markdown-it'
import type { Token } from 'markdown-it'
import { repository } from './read-pages.ts'
import type { WrittenPage } from './read-pages.ts'

/** A heading and what stands below it: what a search finds. */
export interface Section {
  heading: string
  /** Where it is on its page; empty for the beginning. */
  id: string
  text: string
}

export interface RenderedPage {
  name: string
  title: string
  html: string
  sections: Section[]
  /** Links to pages or headings that are not there, as they were written. */
  deadLinks: string[]
}

interface Highlighter {
  getLanguage(name: string): object | undefined
  highlight(code: string, options: { language: string }): { value: string }
}

/** By its address, as its types would bring those of browsers to all that build a page. */
const { default: hljs } = (await import(import.meta.resolve('highlight.js/lib/common'))) as {
  default: Highlighter
}

const markdown = new MarkdownIt({ highlight })

export function renderPages(pages: WrittenPage[]): RenderedPage[] {
  const parsed = pages.map((page) => ({ page, tokens: tokensOf(page.text) }))
  const names = new Map(pages.map(({ path, name }) => [path, name]))
  const ids = new Map(parsed.map(({ page, tokens }) => [page.name, idsIn(tokens)]))
  return parsed.map(({ page, tokens }) => ({
    name: page.name,
    title: titleIn(tokens),
    sections: sectionsIn(tokens),
    deadLinks: leadLinks(page, tokens, names, ids),
    html: markdown.renderer.render(tokens, markdown.options, {}),
  }))
}

/** Makes links between files links between pages, and tells which lead nowhere. */
function leadLinks(
  page: WrittenPage,
  tokens: Token[],
  names: Map<string, string>,
  ids: Map<string, Set<string>>,
): string[] {
  const dead: string[] = []
  for (const { children } of tokens) {
    for (const [index, link] of (children ?? []).entries()) {
      const href = link.type === 'link_open' ? String(link.attrGet('href') ?? '') : 'none:'
      if (/^[a-z]+:/.test(href)) continue
      const [path = '', id = ''] = href.split('#')
      const file = path === '' ? page.path : posix.join(posix.dirname(page.path), path)
      const name = names.get(file)
      if (name !== undefined && (id === '' || ids.get(name)?.has(id))) {
        link.attrSet('href', relativeTo(page.name, name) + (id && `#${id}`))
      } else if (name === undefined && existsSync(join(repository, file))) {
        // It is in the repository only, and there is nothing to lead to.
        for (const end of [link, children!.slice(index).find(({ type }) => type === 'link_close')!])
          Object.assign(end, { type: 'text', content: '' })
      } else dead.push(`${page.path}: ${href}`)
    }
  }
  return dead
}

/** From one page to another, or to a file beside them. The first one is no folder: the others lie below it. */
export function relativeTo(from: string, to: string): string {
  const [here, there] = [from, to].map((name) => posix.join('docs', name))
  const way = posix.relative(posix.dirname(here!), posix.dirname(there!))
  return posix.join(way, posix.basename(there!))
}

/** As everybody counts them: `## Two words` is `#two-words`. */
export function headingId(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_\s-]/gu, '')
    .replaceAll(' ', '-')
}

function tokensOf(text: string): Token[] {
  const tokens = markdown.parse(text, {})
  const seen = new Map<string, number>()
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'heading_open') {
      const id = headingId(plain(tokens[index + 1]))
      const before = seen.get(id) ?? 0
      seen.set(id, before + 1)
      token.attrSet('id', before === 0 ? id : `${id}-${before}`)
    }
    // A style in the text is against the policy of the page.
    const style = String(token.attrGet('style') ?? '')
    if (style !== '') {
      token.attrs = (token.attrs ?? []).filter(([name]) => name !== 'style')
      token.attrSet('class', style.replace('text-align:', 'align-'))
    }
  }
  return tokens
}

function idsIn(tokens: Token[]): Set<string> {
  return new Set(tokens.map((token) => String(token.attrGet('id') ?? '')))
}

function titleIn(tokens: Token[]): string {
  const index = tokens.findIndex(({ type, tag }) => type === 'heading_open' && tag === 'h1')
  return plain(tokens[index + 1])
}

function sectionsIn(tokens: Token[]): Section[] {
  const sections: Section[] = [{ heading: titleIn(tokens), id: '', text: '' }]
  for (const [index, token] of tokens.entries()) {
    const isHeading = token.type === 'heading_open'
    if (isHeading && token.tag !== 'h1') {
      const heading = plain(tokens[index + 1])
      sections.push({ heading, id: String(token.attrGet('id') ?? ''), text: '' })
    }
    const isText = ['inline', 'fence', 'code_block'].includes(token.type)
    if (!isText || tokens[index - 1]?.type === 'heading_open') continue
    const last = sections.at(-1)!
    last.text = `${last.text} ${token.type === 'inline' ? plain(token) : token.content}`.trim()
  }
  return sections
}

function plain(token: Token | undefined): string {
  const parts = (token?.children ?? []).map(({ type, content }) =>
    type.endsWith('break') ? ' ' : content,
  )
  return parts.join('')
}

function highlight(code: string, language: string): string {
  const known = hljs.getLanguage(language) ? language : 'plaintext'
  return hljs.highlight(code, { language: known }).value
}

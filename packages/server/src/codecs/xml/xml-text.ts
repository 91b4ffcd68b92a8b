import { escapeAttribute, escapeText, unescapeText } from './entities.ts'
import { NotXml, readAttributes } from './xml-scanner.ts'
import type { XmlEvents } from './xml-scanner.ts'

/**
 * Elements as text of one plain form: no comments, no sections, no space between elements, and no `>` but at the end
 * of a tag. So they can be taken apart and put together without a tree, and held in little more than their length.
 */
export interface ChildElement {
  name: string
  /** All of it, with its tags. */
  xml: string
}

/** Writes what a scanner tells of in the plain form. */
export interface XmlTextWriter extends XmlEvents {
  /** What was written since it was asked last. */
  take(): string
  length(): number
}

/** So many parts are put together before they become one piece of text. */
const partsAtOnce = 1000

/** Elements with the prefix `own` are written without it. */
export function xmlTextWriter(own: string): XmlTextWriter {
  /** Joined, not added to one another: only so nothing holds on to the text they were cut out of. */
  let pieces: string[] = []
  let parts: string[] = []
  let length = 0
  /** The names of the elements that are open, and whether each has any inside. */
  const names: string[] = []
  const hasChildren: boolean[] = []
  const rightNames = new Set<string>()
  let text = ''

  function write(more: string): void {
    parts.push(more)
    length += more.length
    if (parts.length < partsAtOnce) return
    pieces.push(parts.join(''))
    parts = []
  }

  function writeText(): void {
    if (text.trim() !== '' || (text !== '' && hasChildren.at(-1) === false)) {
      write(escapeText(storable(text)))
    }
    text = ''
  }

  return {
    open(name, attributes, prefix) {
      if (hasChildren.length > 0) hasChildren[hasChildren.length - 1] = true
      writeText()
      const full = prefix === '' || prefix === own ? name : `${prefix}:${name}`
      if (!rightNames.has(full)) {
        if (!rightName.test(full)) throw new NotXml('syntax')
        if (rightNames.size < partsAtOnce) rightNames.add(full)
      }
      names.push(full)
      hasChildren.push(false)
      write('<')
      write(full)
      write(attributesText(attributes, own))
      write('>')
    },
    close() {
      writeText()
      hasChildren.pop()
      write('</')
      write(names.pop()!)
      write('>')
    },
    text(more) {
      text += more
    },
    take() {
      const all = [...pieces, ...parts].join('')
      pieces = []
      parts = []
      length = 0
      return all
    },
    length: () => length,
  }
}

/** With a space before each; the declaration of the prefix `own` becomes that of names without one. */
export function attributesText(raw: string, own: string): string {
  if (raw === '') return ''
  const found = readAttributes(raw)
  let text = ''
  for (let at = 0; at < found.length; at += 2) {
    const name = found[at]!
    if (!rightName.test(name)) throw new NotXml('syntax')
    if (name === 'xmlns' && own !== '') continue
    const written = own !== '' && name === `xmlns:${own}` ? 'xmlns' : name
    text += ` ${written}="${escapeAttribute(storable(found[at + 1]!))}"`
  }
  return text
}

const rightName = /^[\p{L}_][\p{L}\p{N}_.:-]*$/u
// oxlint-disable-next-line no-control-regex -- these are what XML does not have
const noCharacter = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

function storable(text: string): string {
  if (text.search(noCharacter) >= 0) throw new NotXml('syntax')
  return text
}

/** An element of the plain form with a text in it, but for characters that no XML can have. */
export function elementText(name: string, text: string): string {
  return `<${name}>${escapeText(text.replaceAll(noCharacter, ''))}</${name}>`
}

/** The elements directly in an element of the plain form. */
export function childrenOf(xml: string): ChildElement[] {
  const children: ChildElement[] = []
  let depth = 0
  let start = 0
  for (let at = xml.indexOf('<', 1); at >= 0; at = xml.indexOf('<', at + 1)) {
    if (xml.charCodeAt(at + 1) !== 0x2f) {
      if (depth++ === 0) start = at
      continue
    }
    if (depth === 0) break
    if (--depth > 0) continue
    const end = xml.indexOf('>', at) + 1
    children.push({ name: xml.slice(at + 2, end - 1), xml: xml.slice(start, end) })
  }
  return children
}

/** The text in an element of the plain form that has no others in it. */
export function textIn(xml: string): string {
  const start = xml.indexOf('>') + 1
  const end = xml.lastIndexOf('<')
  // It was written by us, so there is nothing in it that XML does not have.
  return unescapeText(xml.slice(start, end)) ?? ''
}

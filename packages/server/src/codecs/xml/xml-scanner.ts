import { decodedPieces } from '../text/decode-text.ts'
import { badImport, importTooLarge } from '../records.ts'
import { unescapeText } from './entities.ts'

/** What a scanner tells of, in order. Names come without their prefix. */
export interface XmlEvents {
  /** `attributes` is what stands behind the name; see `attributesOf`. `prefix` is empty where it has none. */
  open(name: string, attributes: string, prefix: string): void
  close(name: string): void
  /** A whole text, or what is between comments and other sections of it. */
  text(text: string): void
}

/** Longer than any tag, and thirty times what Excel lets a cell hold. */
const maxLength = 2 ** 20
const maxDepth = 100

export type XmlFault = 'syntax' | 'document type' | 'encoding' | 'length'

/** Where something stands in a text, both from 1 on. */
export interface TextPlace {
  line: number
  column: number
}

/** What is thrown inside of a scan; whoever scans puts it in the words of the format. */
export class NotXml extends Error {
  override name = 'NotXml'
  readonly fault: XmlFault
  constructor(fault: XmlFault) {
    super(`The XML is refused for its ${fault}.`)
    this.fault = fault
  }
}

/** What a caller answers to XML that is refused. */
export type Refusal = (fault: XmlFault, place: TextPlace) => Error

const workbookWords: Record<XmlFault, string> = {
  syntax: 'The workbook has a part that is not XML as it should be.',
  'document type': 'The workbook has a document type of its own, which is not allowed.',
  encoding: 'The workbook has a part that is not UTF-8.',
  length: 'The workbook has a text that is too long.',
}

function refusedWorkbook(fault: XmlFault): Error {
  return fault === 'length' ? importTooLarge(workbookWords.length) : badImport(workbookWords[fault])
}

/**
 * Reads XML as it comes, without a tree. Entities of its own (a DOCTYPE) it may not have: nothing that is read
 * here needs them, and they can be made to read other files or to grow without end.
 */
export async function* scanXml(
  bytes: AsyncIterable<Uint8Array>,
  events: XmlEvents,
  refuse: Refusal = refusedWorkbook,
): AsyncGenerator<void, void, undefined> {
  const scanning = newScanning()
  let rest = ''
  for await (const piece of decodedPieces(bytes)) {
    const text = rest + piece
    try {
      if (!piece.isWellFormed()) throw new NotXml('encoding')
      rest = scan(text, events, scanning)
      if (rest.length > maxLength) throw new NotXml('length')
    } catch (error) {
      throw inWords(error, refuse, () => placeAfter(scanning.place, text.slice(0, scanning.at)))
    }
    scanning.place = placeAfter(scanning.place, text, text.length - rest.length)
    scanning.at = 0
    yield
  }
  if (isWhole(scanning, rest)) return
  throw refuse('syntax', placeAfter(scanning.place, rest))
}

/** The same for a text that is there as a whole, and may be as long as it is. */
export function scanText(xml: string, events: XmlEvents, refuse: Refusal = refusedWorkbook): void {
  const scanning = newScanning()
  const place = () => placeAfter(scanning.place, xml.slice(0, scanning.at))
  try {
    const rest = scan(xml, events, scanning)
    if (!isWhole(scanning, rest)) throw new NotXml('syntax')
  } catch (error) {
    throw inWords(error, refuse, place)
  }
}

interface Scanning {
  /** The names of the elements that are open. */
  open: string[]
  /** Where the text begins that is scanned, and how much of it is done. */
  place: TextPlace
  at: number
}

function newScanning(): Scanning {
  return { open: [], place: { line: 1, column: 1 }, at: 0 }
}

function isWhole({ open }: Scanning, rest: string): boolean {
  return open.length === 0 && rest.trim() === ''
}

function inWords(error: unknown, refuse: Refusal, place: () => TextPlace): unknown {
  return error instanceof NotXml ? refuse(error.fault, place()) : error
}

function placeAfter({ line, column }: TextPlace, text: string, length = text.length): TextPlace {
  let [lines, start] = [0, -1]
  for (let at = text.indexOf('\n'); at >= 0 && at < length; at = text.indexOf('\n', at + 1)) {
    lines++
    start = at
  }
  if (lines === 0) return { line, column: column + length }
  return { line: line + lines, column: length - start }
}

/** Names and values by turns, the names with their prefix. */
export function attributesOf(raw: string): string[] {
  try {
    return readAttributes(raw)
  } catch (error) {
    throw inWords(error, refusedWorkbook, () => ({ line: 1, column: 1 }))
  }
}

/** The same inside of a scan that has words of its own. */
export function readAttributes(raw: string): string[] {
  const found: string[] = []
  const isPlain = !raw.includes('&')
  let at = skipSpace(raw, 0)
  while (at < raw.length) {
    const equals = raw.indexOf('=', at)
    const start = equals < 0 ? raw.length : skipSpace(raw, equals + 1)
    const end = endOfQuoted(raw, start)
    if (end < 0) throw new NotXml('syntax')
    const value = raw.slice(start + 1, end)
    const name = raw.slice(at, equals)
    found.push(name.trimEnd(), isPlain ? value : withEntities(value))
    at = skipSpace(raw, end + 1)
  }
  return found
}

export function attributeOf(raw: string, name: string): string | undefined {
  const found = attributesOf(raw)
  for (let at = 0; at < found.length; at += 2) if (found[at] === name) return found[at + 1]
  return undefined
}

const greater = 0x3e
const doubleQuote = 0x22
const singleQuote = 0x27
const slash = 0x2f
const question = 0x3f
const exclamation = 0x21

/** Answers what was not finished and has to come again, with more behind it. */
function scan(text: string, events: XmlEvents, scanning: Scanning): string {
  const { open } = scanning
  let at = 0
  for (;;) {
    const start = text.indexOf('<', at)
    if (start < 0 || start + 1 === text.length) return text.slice(at)
    scanning.at = start
    const kind = text.charCodeAt(start + 1)
    const end =
      kind === exclamation || kind === question ? sectionEnd(text, start) : tagEnd(text, start + 1)
    if (end < 0) return text.slice(at)
    if (start > at && open.length > 0) events.text(plainText(text.slice(at, start)))
    if (kind === slash) close(text.slice(start + 2, end - 1).trimEnd(), events, open)
    else if (kind === exclamation) section(text, start, end, events)
    else if (kind !== question) tag(text, start, end, events, open)
    at = end
  }
}

/** Behind the `>`; one inside of quotes does not count. -1: not there yet. */
function tagEnd(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === greater) return at + 1
    if (code === doubleQuote || code === singleQuote) {
      at = endOfQuoted(text, at)
      if (at < 0) return -1
    }
  }
  return -1
}

/** Where the quote stands that closes the one at `start`; -1 when there is none. */
function endOfQuoted(text: string, start: number): number {
  const code = text.charCodeAt(start)
  if (code === doubleQuote) return text.indexOf('"', start + 1)
  return code === singleQuote ? text.indexOf("'", start + 1) : -1
}

const sections: [start: string, end: string][] = [
  ['<?', '?>'],
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
]

function sectionEnd(text: string, start: number): number {
  for (const [begin, finish] of sections) {
    if (text.startsWith(begin, start)) {
      const end = text.indexOf(finish, start + begin.length)
      return end < 0 ? -1 : end + finish.length
    }
    if (begin.startsWith(text.slice(start))) return -1
  }
  throw new NotXml('document type')
}

function section(text: string, start: number, end: number, events: XmlEvents): void {
  if (text.startsWith('<![', start)) events.text(text.slice(start + 9, end - 3))
}

function tag(text: string, start: number, end: number, events: XmlEvents, open: string[]): void {
  const isEmpty = text.charCodeAt(end - 2) === slash
  const last = isEmpty ? end - 2 : end - 1
  let nameEnd = start + 1
  while (nameEnd < last && !isSpace(text.charCodeAt(nameEnd))) nameEnd++
  if (nameEnd === start + 1) throw new NotXml('syntax')
  const name = text.slice(start + 1, nameEnd)
  const local = withoutPrefix(name)
  if (open.length === maxDepth) throw new NotXml('syntax')
  events.open(local, text.slice(nameEnd, last), name.slice(0, Math.max(0, name.indexOf(':'))))
  if (isEmpty) events.close(local)
  else open.push(name)
}

function close(name: string, events: XmlEvents, open: string[]): void {
  if (open.pop() !== name) throw new NotXml('syntax')
  events.close(withoutPrefix(name))
}

function withoutPrefix(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

function plainText(raw: string): string {
  const text = raw.includes('\r') ? raw.replace(/\r\n?/g, '\n') : raw
  return withEntities(text)
}

function withEntities(text: string): string {
  const plain = unescapeText(text)
  if (plain === null) throw new NotXml('syntax')
  return plain
}

function skipSpace(text: string, from: number): number {
  let at = from
  while (at < text.length && isSpace(text.charCodeAt(at))) at++
  return at
}

export function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x09 || code === 0x0d
}

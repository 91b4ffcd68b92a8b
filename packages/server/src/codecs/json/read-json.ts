import { addText, recordsOfTexts } from './json-records.ts'
import type { JsonOptions, JsonTexts } from './json-records.ts'
import { badImport, isFull, maxRecordLength, newBatch, recordTooLong } from '../records.ts'
import type { SourceRecords } from '../records.ts'
import { openTextWindow, placeOf } from '../text/text-window.ts'
import type { TextWindow } from '../text/text-window.ts'

/** A JSON array of objects; only some of them are in memory at a time. */
export async function readJson(
  bytes: AsyncIterable<Uint8Array>,
  options: JsonOptions = {},
): Promise<SourceRecords> {
  return recordsOfTexts(elementsOf(bytes), options)
}

/** What may come next, and from where on. */
interface ArrayPlace {
  at: number
  line: number
  /** The next line feed, -1 when it is not known. */
  nextFeed: number
  expects: 'array' | 'element or end' | 'element' | 'comma or end' | 'nothing'
}

async function* elementsOf(
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<JsonTexts, void, undefined> {
  const window = await openTextWindow(bytes)
  const place: ArrayPlace = { at: 0, line: 1, nextFeed: -1, expects: 'array' }
  let batch: JsonTexts = newBatch()
  let length = 0
  for (;;) {
    const from = place.at
    const isAll = takeElements(window, place, batch)
    length += place.at - from
    if (isFull(batch, length)) {
      yield batch
      batch = newBatch()
      length = 0
    }
    if (!isAll) continue
    if (window.isLast) break
    if (window.text.length - place.at > maxRecordLength) throw recordTooLong(place.line)
    await window.moveTo(place.at)
    place.at = 0
    place.nextFeed = -1
  }
  if (place.expects === 'array') throw notAnArray(place.line)
  if (place.expects !== 'nothing') throw badImport('The array is not closed.', place.line)
  if (batch.rows.length + batch.errors.length > 0) yield batch
}

/** Whether there is no further whole element in the window; otherwise the batch is full. */
function takeElements(window: TextWindow, place: ArrayPlace, batch: JsonTexts): boolean {
  const { text } = window
  while (!isFull(batch)) {
    step(place, text, pastSpace(text, place.at))
    if (place.at === text.length) return true
    const mark = text[place.at]!
    const mayEnd = place.expects === 'element or end' || place.expects === 'comma or end'
    if (place.expects === 'nothing') {
      throw badImport('There is something after the end of the array.', place.line)
    } else if (place.expects === 'array') {
      if (mark !== '[') throw notAnArray(place.line)
      place.expects = 'element or end'
      place.at++
    } else if (mark === ']' && mayEnd) {
      place.expects = 'nothing'
      place.at++
    } else if (place.expects === 'comma or end') {
      if (mark !== ',') throw badImport('A comma is missing between two records.', place.line)
      place.expects = 'element'
      place.at++
    } else {
      const end = elementEnd(text, place.at)
      if (end === place.at) throw badImport(`A record is missing before ${mark}.`, place.line)
      if (end < 0) return true
      addText(batch, window, place.at, end, place.line)
      place.expects = 'comma or end'
      step(place, text, end)
    }
  }
  return false
}

function step(place: ArrayPlace, text: string, to: number): void {
  if (place.nextFeed < 0) place.nextFeed = placeOf('\n', text, place.at)
  while (place.nextFeed < to) {
    place.nextFeed = placeOf('\n', text, place.nextFeed + 1)
    place.line++
  }
  place.at = to
}

function pastSpace(text: string, from: number): number {
  let at = from
  while (at < text.length && ' \n\r\t'.includes(text[at]!)) at++
  return at
}

const quote = 0x22
const comma = 0x2c
const openArray = 0x5b
const closeArray = 0x5d
const openObject = 0x7b
const closeObject = 0x7d

/**
 * Where an element ends, by its brackets and quotes alone; what is between them is for the parser to
 * judge. -1 when it goes on beyond the text.
 */
function elementEnd(text: string, from: number): number {
  let depth = 0
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) {
      at = closingQuote(text, at)
      if (at < 0) return -1
    } else if (code === openObject || code === openArray) {
      depth++
    } else if (code === closeObject || code === closeArray) {
      if (depth === 0) return at
      depth--
      if (depth === 0) return at + 1
    } else if (code === comma && depth === 0) {
      return at
    }
  }
  return -1
}

function closingQuote(text: string, from: number): number {
  let at = text.indexOf('"', from + 1)
  while (at >= 0 && isEscaped(text, at)) at = text.indexOf('"', at + 1)
  return at
}

function isEscaped(text: string, at: number): boolean {
  let first = at
  while (text[first - 1] === '\\') first--
  return (at - first) % 2 === 1
}

function notAnArray(line: number) {
  return badImport('The file must be a JSON array of objects: [{…}, {…}].', line)
}

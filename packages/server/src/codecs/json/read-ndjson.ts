import { addText, recordsOfTexts } from './json-records.ts'
import type { JsonOptions, JsonTexts } from './json-records.ts'
import { isFull, maxRecordLength, newBatch, recordTooLong } from '../records.ts'
import type { SourceRecords } from '../records.ts'
import { openTextWindow } from '../text/text-window.ts'

/** One JSON object on each line. */
export async function readNdjson(
  bytes: AsyncIterable<Uint8Array>,
  options: JsonOptions = {},
): Promise<SourceRecords> {
  return recordsOfTexts(linesOf(bytes), options)
}

async function* linesOf(
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<JsonTexts, void, undefined> {
  const window = await openTextWindow(bytes)
  let batch: JsonTexts = newBatch()
  let length = 0
  let line = 1
  for (let at = 0; ; line++) {
    let end = window.text.indexOf('\n', at)
    while (end < 0 && !window.isLast) {
      if (window.text.length - at > maxRecordLength) throw recordTooLong(line)
      await window.moveTo(at)
      at = 0
      end = window.text.indexOf('\n')
    }
    if (end < 0) end = window.text.length
    if (!isBlank(window.text, at, end)) addText(batch, window, at, end, line)
    length += end - at
    if (isFull(batch, length)) {
      yield batch
      batch = newBatch()
      length = 0
    }
    if (end === window.text.length) break
    at = end + 1
  }
  if (batch.rows.length + batch.errors.length > 0) yield batch
}

function isBlank(text: string, from: number, end: number): boolean {
  let at = from
  while (at < end && ' \t\r'.includes(text[at]!)) at++
  return at === end
}

import { textRuns } from './text-runs.ts'
import { scanXml } from '../xml/xml-scanner.ts'

/** `undefined`: there is none of this number. */
export type SharedStrings = (number: number) => string | undefined

const stringsInBlock = 256

/** Millions of strings take a fraction of the memory when many of them are one, and cut when asked for. */
export async function readSharedStrings(bytes: AsyncIterable<Uint8Array>): Promise<SharedStrings> {
  const blocks: { text: string; ends: Uint32Array }[] = []
  const runs = textRuns()
  let texts: string[] = []

  function finishBlock(): void {
    let end = 0
    const ends = Uint32Array.from(texts, (text) => (end += text.length))
    blocks.push({ text: texts.join(''), ends })
    texts = []
  }

  const scanning = scanXml(bytes, {
    ...runs,
    close(name) {
      runs.close(name)
      if (name !== 'si') return
      texts.push(runs.take())
      if (texts.length === stringsInBlock) finishBlock()
    },
  })
  for await (const _ of scanning);
  finishBlock()

  return (number) => {
    const block = blocks[Math.floor(number / stringsInBlock)]
    const place = number % stringsInBlock
    if (block === undefined || !(place < block.ends.length)) return undefined
    return block.text.slice(place === 0 ? 0 : block.ends[place - 1], block.ends[place])
  }
}

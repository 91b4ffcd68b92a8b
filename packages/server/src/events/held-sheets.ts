import type { Sheet } from './log-pages.ts'
import type { Reader } from './reader.ts'

/**
 * What readers were sent and have not taken yet. It stays in memory until the last of them has taken it, so there is
 * an end to how much that may be: then those who have had something in hand for longest are cut off.
 */
export interface HeldSheets {
  take(reader: Pick<Reader, 'drop'>, sheet: Sheet): void
  /** The reader has taken what it had in hand, or is gone. */
  giveBack(reader: Pick<Reader, 'drop'>): void
}

export function heldSheets(mostBytes: number): HeldSheets {
  /** The oldest first. */
  const holders = new Map<Sheet, Set<Pick<Reader, 'drop'>>>()
  const sheetOf = new Map<Pick<Reader, 'drop'>, Sheet>()
  let bytes = 0

  function giveBack(reader: Pick<Reader, 'drop'>): void {
    const sheet = sheetOf.get(reader)
    if (!sheet) return
    sheetOf.delete(reader)
    const others = holders.get(sheet)
    others?.delete(reader)
    if (others?.size !== 0) return
    holders.delete(sheet)
    bytes -= sheet.bytes.length
  }

  return {
    take(reader, sheet) {
      giveBack(reader)
      const others = holders.get(sheet)
      if (others) others.add(reader)
      else {
        holders.set(sheet, new Set([reader]))
        bytes += sheet.bytes.length
      }
      sheetOf.set(reader, sheet)
      for (const [oldest, slow] of holders) {
        if (bytes <= mostBytes || oldest === sheet) return
        for (const one of slow) {
          giveBack(one)
          one.drop('the reader is too slow')
        }
      }
    },
    giveBack,
  }
}

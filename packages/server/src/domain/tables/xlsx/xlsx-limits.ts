/** A small file can unpack to anything: these are judged before it is unpacked, and held to then. */
export interface XlsxLimits {
  /** Of all that is unpacked, and of all texts in the cells, many of which may be one shared string. */
  bytes: number
  /** Of the shared strings, which are all kept while the sheet is read. */
  sharedStringBytes: number
  /** Sheets shrink to a tenth, one of equal rows to a 412th; deflating can do 1,030. */
  ratio: number
  /** Parts up to this size may have any ratio. */
  anyRatioBytes: number
  cells: number
}

const mebibyte = 2 ** 20

export const xlsxLimits: XlsxLimits = {
  bytes: 1024 * mebibyte,
  sharedStringBytes: 256 * mebibyte,
  ratio: 500,
  anyRatioBytes: 16 * mebibyte,
  cells: 50_000_000,
}

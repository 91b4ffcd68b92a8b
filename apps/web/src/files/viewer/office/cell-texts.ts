import { all, attribute, child } from './part-xml.ts'
import { numberText } from './number-text.ts'

/** How a number reads in a cell of some style. */
export function cellTexts(
  styles: Element | null,
  is1904: boolean,
): (value: number, style: number) => string {
  const formats = new Map(
    all(styles, 'numFmt').map((format) => [
      Number(attribute(format, 'numFmtId')),
      attribute(format, 'formatCode') ?? '',
    ]),
  )
  const ids = [...(child(styles, 'cellXfs')?.children ?? [])].map(
    (style) => Number(attribute(style, 'numFmtId')) || 0,
  )
  return (value, style) => {
    const id = ids[style] ?? 0
    return numberText(value, formats.get(id) ?? builtIn[id] ?? '', is1904)
  }
}

/** Those that have a number only. */
const builtIn: Record<number, string> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  5: '#,##0',
  6: '#,##0',
  7: '#,##0.00',
  8: '#,##0.00',
  9: '0%',
  10: '0.00%',
  14: 'd/m/yyyy',
  15: 'd/m/yyyy',
  16: 'd/m/yyyy',
  17: 'd/m/yyyy',
  18: 'h:mm',
  19: 'h:mm',
  20: 'h:mm',
  21: 'h:mm',
  22: 'd/m/yyyy h:mm',
  37: '#,##0',
  38: '#,##0',
  39: '#,##0.00',
  40: '#,##0.00',
  41: '#,##0',
  42: '#,##0',
  43: '#,##0.00',
  44: '#,##0.00',
  45: 'h:mm',
  46: 'h:mm',
  47: 'h:mm',
}

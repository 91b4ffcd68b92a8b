import assert from 'node:assert/strict'
import { it } from 'node:test'
import { numberText } from './number-text.ts'

it('a number of a workbook reads as its format means it', () => {
  const shown = [
    [1234.5, ''],
    [1234.5, '#,##0.00'],
    [0.256, '0%'],
    [0.256, '0.0%'],
    [45000, 'yyyy-mm-dd'],
    [45000.5, 'd/m/yyyy h:mm'],
    [0.75, 'h:mm'],
    [12, '0" days"'],
    [1234.5, '[Red]#,##0.00 "€";-0'],
    [1234.5, '#,##0.00\\ [$€-407]'],
    [-1234.5, '"$"#,##0.00;("$"#,##0.00)'],
    [-7.5, '_("$"* #,##0.00_);[Red]-$#,##0'],
    [-3, '0 "kg"'],
  ].map(([value, format]) => numberText(value as number, format as string))
  assert.deepEqual(shown, [
    '1234.5',
    '1,234.50',
    '26%',
    '25.6%',
    'Mar 15, 2023',
    'Mar 15, 2023, 12:00 PM',
    '6:00 PM',
    '12 days',
    '1,234.50 €',
    '1,234.50 €',
    '($1,234.50)',
    '-$8',
    '-3 kg',
  ])
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { linesOf } from './table-lines.ts'

describe('rows and headings in lines', () => {
  it('are found by each other, also where headings follow each other and at the end', () => {
    const rows = 9
    // Two headings at once, a group without rows, and one behind all rows.
    const above = [0, 0, 3, 3, 7, 9]
    const lines = linesOf(above)
    const drawn: string[] = []
    for (let row = 0; row <= rows; row++) {
      above.forEach((count, at) => count === row && drawn.push(`heading ${at}`))
      if (row < rows) drawn.push(`row ${row}`)
    }
    drawn.forEach((text, line) => {
      const [kind, place] = text.split(' ')
      const rowsBefore = drawn.slice(0, line).filter((one) => one.startsWith('row')).length
      assert.equal(lines.rowsAbove(line), rowsBefore, text)
      assert.equal(lines.headingAt(line), kind === 'heading' ? Number(place) : null, text)
      if (kind === 'row') assert.equal(lines.lineOf(Number(place)), line, text)
      else assert.equal(lines.lineOfHeading(Number(place)), line, text)
    })
  })

  it('are the same where there are no headings', () => {
    const { lineOf, rowsAbove, headingAt } = linesOf([])
    assert.deepEqual([lineOf(7), rowsAbove(7), headingAt(7)], [7, 7, null])
  })
})

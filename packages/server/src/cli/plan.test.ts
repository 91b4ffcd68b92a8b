import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { mspdiSample, takenApart } from '../../test/fixtures/mspdi-sample.ts'
import { readPdf } from '../../test/fixtures/read-pdf.ts'
import { newFolder, run } from '../../test/fixtures/run-program.ts'

async function command(argv: string[]): Promise<{ code: number | null; out: string; err: string }> {
  const { ended, out, err } = run(['plan', ...argv])
  const code = await ended
  return { code, out: out(), err: err() }
}

describe('triptych plan', () => {
  it('imports a plan of Microsoft Project, and exports it again with nothing lost', async () => {
    const folder = newFolder()
    const [file, other] = [join(folder, 'a.xml'), join(folder, 'b.xml')]
    const flags = ['--data', join(folder, 'data')]
    writeFileSync(file, mspdiSample)

    const imported = await command(['import', file, ...flags])
    assert.deepEqual([imported.code, imported.err], [0, ''])
    assert.match(
      imported.out,
      /^  PredecessorLink of UID 6: .*\n4 tasks, 2 links, 3 resources, 2 assignments, 2 calendars imported\n$/,
    )

    const exported = await command(['export', other, ...flags])
    assert.deepEqual([exported.code, exported.err], [0, ''])
    const xml = readFileSync(other, 'utf8')
    assert.equal(exported.out, `${Buffer.byteLength(xml).toLocaleString('en')} bytes in ${other}\n`)
    assert.deepEqual(await takenApart(xml), await takenApart(mspdiSample))

    const past = join(folder, 'c.xml')
    const before = await command(['export', past, '--at', '0', ...flags])
    assert.deepEqual([before.code, before.err], [0, ''])
    assert.deepEqual((await takenApart(readFileSync(past, 'utf8'))).items.Tasks, [])
    const unread = await command(['export', past, '--at', 'then', ...flags])
    assert.equal(unread.code, 2)
    assert.match(unread.err, /--at/)
  })

  it('exports a table, a workbook or a calendar, and imports tables, by the ending of the file', async () => {
    const folder = newFolder()
    const flags = ['--data', join(folder, 'data')]
    const [file, at] = [join(folder, 'a.xml'), (name: string) => join(folder, name)]
    writeFileSync(file, mspdiSample)
    assert.equal((await command(['import', file, ...flags])).code, 0)

    for (const name of ['b.csv', 'b.XLSX', 'b.ics']) {
      assert.equal((await command(['export', at(name), ...flags])).code, 0, name)
    }
    const other = await command(['export', at('b.mpp'), ...flags])
    for (const name of ['b.csv', 'b.XLSX']) {
      const again = await command(['import', at(name), ...flags])
      const told = '4 tasks, 2 links, 0 resources, 2 assignments, 0 calendars imported\n'
      assert.deepEqual([again.code, again.out, again.err], [0, told, ''])
    }
    writeFileSync(at('c.csv'), 'Name,Start\na,soon\n')
    const bad = await command(['import', at('c.csv'), ...flags])

    assert.match(readFileSync(at('b.csv'), 'utf8'), /^3,1\.2,Scene 2,/m)
    assert.equal(readFileSync(at('b.XLSX')).toString('latin1', 0, 2), 'PK')
    assert.match(readFileSync(at('b.ics'), 'utf8'), /^BEGIN:VCALENDAR\r\n/)
    assert.equal(bad.code, 1)
    assert.match(bad.err, /^Row 2, Start: takes a day such as /)
    assert.equal(other.code, 1)
    assert.equal(
      other.err,
      'The name of the file ends with one of .xml, .csv, .xlsx, .ics, .pdf, .svg, .png.\n',
    )
    assert.ok(!existsSync(at('b.mpp')))
  })

  it('exports the chart as a document, a drawing or a picture, as it is asked to', async () => {
    const folder = newFolder()
    const flags = ['--data', join(folder, 'data')]
    const at = (name: string) => join(folder, name)
    writeFileSync(at('a.xml'), mspdiSample)
    assert.equal((await command(['import', at('a.xml'), ...flags])).code, 0)
    const how = ['--paper', 'a3', '--portrait', '--columns', 'text,progress', '--title', 'Film']

    for (const name of ['b.pdf', 'b.svg', 'b.png']) {
      const { code, err } = await command(['export', at(name), ...how, '--critical', ...flags])
      assert.deepEqual([code, err], [0, ''], name)
    }
    const { code, err } = await command(['export', at('c.pdf'), '--page', '2', ...flags])
    const past = await command(['export', at('c.pdf'), '--critical', '--at', '1', ...flags])

    const { pages } = await readPdf(readFileSync(at('b.pdf')))
    assert.deepEqual([pages.length, Math.round(pages[0]!.width)], [1, 842])
    assert.ok(['Film', 'Scene 2', '%'].every((text) => pages[0]!.texts.includes(text)))
    assert.ok(!pages[0]!.texts.includes('Start'))
    assert.match(readFileSync(at('b.svg'), 'utf8'), /^<svg .*>Scene 2<\/text>/s)
    assert.equal(readFileSync(at('b.png')).toString('latin1', 1, 4), 'PNG')
    assert.deepEqual([code, err], [1, 'The chart has one page.\n'])
    assert.deepEqual([past.code, past.err], [1, 'What is critical is not to be had with --at.\n'])
    assert.ok(!existsSync(at('c.pdf')))
  })

  it('says what is wrong with a file, and leaves nothing behind', async () => {
    const folder = newFolder()
    const file = join(folder, 'a.xml')
    const flags = ['--data', join(folder, 'data')]
    writeFileSync(file, '<Project>\n  <Name>&x;</Name></Project>')

    const { code, out, err } = await command(['import', file, ...flags])
    assert.deepEqual([code, out], [1, ''])
    assert.equal(err, 'Line 2, column 12: The file is not XML as it should be.\n')

    const none = await command(['import', join(folder, 'none.xml'), ...flags])
    assert.equal(none.code, 1)
    assert.match(none.err, /There is no file/)

    const to = join(folder, 'c.xml')
    const lost = await command(['export', to, '--workspace', 'none', ...flags])
    assert.deepEqual([lost.code, lost.err], [1, 'There is no workspace none.\n'])
    assert.ok(!existsSync(to))
    assert.deepEqual(readdirSync(folder).toSorted(), ['a.xml', 'data'])
  })
})

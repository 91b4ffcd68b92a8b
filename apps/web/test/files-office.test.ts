import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import sharp from 'sharp'
import type { Locator, Page } from 'playwright-core'
import { axeViolations } from './axe-violations.ts'
import { cannotBrowse } from './browser.ts'
import { name } from './files-page.ts'
import { filesStage } from './files-stage.ts'
import { openDocumentFile, packed, slidesFile, wordFile, workbookFile } from './office-files.ts'
import { screenshot } from './screenshot.ts'
import { isFit, phone } from './touch-page.ts'
import { patient } from '../../../packages/server/test/fixtures/patient.ts'

const said = (text: string, about = '') =>
  `<w:p><w:pPr>${about}</w:pPr><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`

describe('a file of an office program', { skip: cannotBrowse }, () => {
  const { put, visit } = filesStage()

  it('is shown in its card by the picture of its first page that it has within, or else by an icon', async (t) => {
    const picture = await sharp({
      create: { width: 160, height: 120, channels: 3, background: '#38a' },
    })
      .jpeg()
      .toBuffer()
    await put('cards/Slides.pptx', await packed({ 'docProps/thumbnail.jpeg': picture }))
    await put('cards/Letter.docx', await wordFile(said('Dear Ann')))
    const { page } = await visit(t, '/cards')
    const shown = (called: string) =>
      page.locator(`.wx-item[data-id$="${called}"] .wx-preview img`).evaluate((img) => {
        const { naturalWidth, naturalHeight } = img as HTMLImageElement
        return [naturalWidth, naturalHeight]
      })
    await t.waitFor(async () => {
      assert.deepEqual(await shown('Slides.pptx'), [160, 120])
      assert.deepEqual(await shown('Letter.docx'), [96, 96])
    }, patient)
    await screenshot(page, 'files-office-cards')
  })

  it('of Word is read with its headings, lists and tables, and nothing in it acts', async (t) => {
    const cell = (text: string) => `<w:tc>${said(text)}</w:tc>`
    const letter = await wordFile(
      [
        said('Offer', '<w:pStyle w:val="berschrift1"/>'),
        said('Dear &lt;img src=x onerror=alert(1)&gt; Ann,'),
        '<w:p><w:r><w:t>A </w:t></w:r><w:del><w:r><w:t>dear</w:t></w:r></w:del><w:r><w:rPr><w:b/></w:rPr><w:t>cheap</w:t></w:r><w:hyperlink><w:r><w:t> house</w:t></w:r></w:hyperlink></w:p>',
        said('First', '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>'),
        `<w:tbl><w:tr>${cell('Roof')}${cell('12,000')}</w:tr></w:tbl>`,
      ].join(''),
    )
    await put('word/Offer.docx', letter)
    const { page } = await visit(t, '/word')
    await name(page, 'Offer.docx').dblclick()
    const viewer = page.getByRole('dialog', { name: 'Offer.docx' })
    await viewer.getByRole('heading', { name: 'Offer', exact: true }).waitFor()
    await viewer.getByText('Dear <img src=x onerror=alert(1)> Ann,').waitFor()
    await viewer.getByText('A cheap house', { exact: true }).waitFor()
    assert.equal(await viewer.locator('strong').innerText(), 'cheap')
    assert.equal(await viewer.locator('p.item').innerText(), 'First')
    await viewer.getByRole('cell', { name: '12,000' }).waitFor()
    assert.equal(await viewer.locator('.document img').count(), 0)
    assert.deepEqual(await axeViolations(page), [])
    await screenshot(page, 'viewer-word')
  })

  it('of Excel is a grid of its cells, sheet by sheet, as the place writes them', async (t) => {
    const rows = [
      '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row>',
      '<row r="3"><c r="A3" s="1"><v>45000</v></c><c r="C3" s="2"><v>1234.5</v></c></row>',
    ]
    const many = Array.from(
      { length: 700 },
      (_, at) => `<row r="${at + 1}"><c><v>${at}</v></c></row>`,
    )
    await put(
      'excel/Costs.xlsx',
      await workbookFile({ Costs: rows.join(''), Long: many.join('') }, ['Day', 'Sum']),
    )
    const { page } = await visit(t, '/excel', { locale: 'de-DE', colorScheme: 'dark' })
    await name(page, 'Costs.xlsx').dblclick()
    const viewer = page.getByRole('dialog', { name: 'Costs.xlsx' })
    const row = (number: string) =>
      viewer
        .getByRole('row')
        .filter({ has: page.getByRole('rowheader', { name: number, exact: true }) })
    await row('1').getByRole('cell', { name: 'Sum' }).waitFor()
    assert.deepEqual(await row('3').getByRole('cell').allInnerTexts(), [
      '15.03.2023',
      '',
      '1.234,50',
    ])
    assert.deepEqual(await axeViolations(page), [])
    await screenshot(page, 'viewer-excel')
    await viewer.getByRole('button', { name: 'Long' }).click()
    await row('500').waitFor()
    assert.equal(await row('501').count(), 0)
    await viewer.locator('.viewer-cut').waitFor()
  })

  it('of PowerPoint and of LibreOffice is read, too, and an archive is a list', async (t) => {
    await put('more/a.pptx', await slidesFile([['Hello', 'One', 'Two'], ['The end']]))
    await put(
      'more/b.odt',
      await openDocumentFile(
        '<office:text><text:h text:outline-level="1">Brief</text:h><text:p>Guten<text:s text:c="2"/>Tag</text:p><text:list><text:list-item><text:p>Punkt</text:p></text:list-item></text:list></office:text>',
      ),
    )
    await put(
      'more/c.ods',
      await openDocumentFile(
        '<office:spreadsheet><table:table table:name="Blatt"><table:table-row><table:table-cell office:value-type="float"><text:p>7,50</text:p></table:table-cell></table:table-row><table:table-row table:number-rows-repeated="1048575"><table:table-cell/></table:table-row></table:table></office:spreadsheet>',
      ),
    )
    await put('more/d.zip', await packed({ 'in/first.txt': 'x'.repeat(2048), 'second.txt': '' }))
    const { page } = await visit(t, '/more', { ...phone })
    await name(page, 'a.pptx').tap()
    await viewer(page, 'a.pptx').getByText('Slide 2').waitFor()
    const heads = viewer(page, 'a.pptx').locator('.slide').getByRole('heading')
    assert.deepEqual(await heads.allInnerTexts(), ['Hello', 'The end'])
    assert.equal(await viewer(page, 'a.pptx').getByText('99').count(), 0)
    await t.waitFor(() => isFit(page, 'viewer-slides-phone'), patient)
    await page.keyboard.press('ArrowRight')
    await viewer(page, 'b.odt').getByRole('heading', { name: 'Brief' }).waitFor()
    await viewer(page, 'b.odt').getByText('Guten Tag').waitFor()
    await page.keyboard.press('ArrowRight')
    await viewer(page, 'c.ods').getByRole('cell', { name: '7,50' }).waitFor()
    assert.equal(await viewer(page, 'c.ods').getByRole('row').count(), 2)
    await page.keyboard.press('ArrowRight')
    const line = viewer(page, 'd.zip').getByRole('row', { name: 'in/first.txt' })
    await line.getByText('2.0 KB').waitFor()
    await t.waitFor(() => isFit(page, 'viewer-zip-phone'), patient)
  })

  it('as LibreOffice writes it keeps numbers of lists, wide cells, currencies and pictures', async (t) => {
    // What it wrote by itself of one text, one sheet and one presentation.
    for (const file of [
      'offer.odt',
      'offer.docx',
      'costs.ods',
      'costs.xlsx',
      'talk.odp',
      'talk.pptx',
    ])
      await put(`libre/${file}`, readFileSync(join(import.meta.dirname, 'office', file)))
    const { page } = await visit(t, '/libre')
    await name(page, 'costs.ods').dblclick()
    for (const file of ['costs.ods', 'costs.xlsx']) {
      const merged = viewer(page, file).getByRole('cell', { name: 'Merged over two' })
      await merged.waitFor()
      assert.equal(await merged.getAttribute('colspan'), '2')
      await viewer(page, file).getByRole('cell', { name: '1,234.50 €' }).waitFor()
      await viewer(page, file).getByRole('cell', { name: '2,469.00 €' }).waitFor()
      await page.keyboard.press('ArrowRight')
    }
    for (const file of ['offer.docx', 'offer.odt']) {
      const text = viewer(page, file)
      await isPainted(text.locator('.picture img'))
      const items = await text
        .locator('p.item')
        .evaluateAll((all) =>
          all.map((one) => [getComputedStyle(one).listStyleType, one.textContent]),
        )
      assert.deepEqual(items, [
        ['disc', 'Roof'],
        ['disc', 'Tiles'],
        ['disc', 'Walls'],
        ['"1. "', 'Dig'],
        ['"a. "', 'by hand'],
        ['"b. "', 'by machine'],
        ['"2. "', 'Build'],
        ['"3. "', 'Paint'],
      ])
      assert.equal(await text.locator('strong').innerText(), 'Ann')
      assert.equal(await text.locator('em').innerText(), 'cheap')
      const sum = text.getByRole('cell', { name: 'Sum 12,000' })
      assert.equal(await sum.getAttribute('colspan'), '2')
      await screenshot(page, `viewer-${file}`)
      await page.keyboard.press('ArrowRight')
    }
    for (const file of ['talk.odp', 'talk.pptx']) {
      await isPainted(viewer(page, file).getByRole('img', { name: 'The house from the south' }))
      const heads = viewer(page, file).locator('.slide').getByRole('heading')
      assert.deepEqual(await heads.allInnerTexts(), ['Our house', 'The end'])
      assert.equal(await viewer(page, file).getByText('Speaker note').count(), 0)
      await screenshot(page, `viewer-${file}`)
      await page.keyboard.press('ArrowRight')
    }
    await page.keyboard.press('Escape')
  })

  it('that is none, or names itself over and over, says so, and can be downloaded', async (t) => {
    await put('bad/a.docx', 'no archive at all')
    await put(
      'bad/b.docx',
      await packed({
        '_rels/.rels':
          '<Relationships><Relationship Id="1" Type="x/officeDocument" Target="d.xml"/></Relationships>',
        'd.xml':
          '<!DOCTYPE a [<!ENTITY b "bbbb"><!ENTITY c "&b;&b;">]><a><body><p>&c;</p></body></a>',
      }),
    )
    const { page } = await visit(t, '/bad')
    await name(page, 'a.docx').dblclick()
    for (const file of ['a.docx', 'b.docx']) {
      await viewer(page, file).getByText('This file cannot be shown here').waitFor()
      await viewer(page, file).getByText('Download', { exact: true }).waitFor()
      await page.keyboard.press('ArrowRight')
    }
  })
})

async function isPainted(picture: Locator): Promise<void> {
  await picture.scrollIntoViewIfNeeded()
  await picture.evaluate((image: HTMLImageElement) => image.decode())
}

function viewer(page: Page, file: string): Locator {
  return page.getByRole('dialog', { name: file, exact: true })
}

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import sharp from 'sharp'
import { readPdf } from '../../../test/fixtures/read-pdf.ts'
import { elementsNamed, readXml } from '../xml/xml-tree.ts'
import { pdfPieces } from './paint-pdf.ts'
import { svgPieces } from './paint-svg.ts'
import type { Page, Shape } from './shape.ts'
import { loadTypeface } from './typeface.ts'

function textShape(text: string, more: object = {}): Shape {
  return { kind: 'text', x: 20, y: 40, size: 10, colour: '#000000', text, ...more }
}

function page(...shapes: Shape[]): Page {
  return { width: 300, height: 100, shapes: () => shapes }
}

async function taken(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = []
  for await (const piece of pieces) all.push(piece)
  return Buffer.concat(all)
}

/** What is written from right to left is told in the order of the page. */
const spoken = (text: string) => Array.from(text.normalize('NFKC')).toSorted().join('')

const made = new Date('2026-03-02T09:30:00Z')

describe('pages as PDF', () => {
  it('are read by another program, with their sizes, title and texts of several scripts', async () => {
    const texts = ['Łódź “plan”', 'Αθήνα', 'Москва', 'שלום', 'مرحبا', 'naïve – café']
    const pages = [
      page(...texts.map((text) => textShape(text))),
      { ...page(textShape('bold', { isBold: true, anchor: 'end' })), width: 500 },
    ]

    const bytes = await taken(
      pdfPieces(pages, await loadTypeface(), { title: 'Plan (α) \\ 2', made }),
    )
    const read = await readPdf(bytes)

    assert.deepEqual(
      read.pages.map(({ width, height }) => [width, height]),
      [
        [300, 100],
        [500, 100],
      ],
    )
    assert.deepEqual(read.pages[0]!.texts.map(spoken), texts.map(spoken))
    assert.deepEqual(read.pages[1]!.texts, ['bold'])
    assert.equal(read.info['Title'], 'Plan (α) \\ 2')
    assert.equal(read.info['CreationDate'], 'D:20260302093000Z')
  })

  it('have only the letters that they show, and a sign for those that the font does not have', async () => {
    const one = page(textShape('日本語 🚀 \u202e ok'))

    const bytes = await taken(pdfPieces([one], await loadTypeface(), { title: '', made }))

    assert.ok(bytes.length < 30_000, String(bytes.length))
    assert.match((await readPdf(bytes)).pages[0]!.texts.join(), /ok/)
  })

  it('are found by the places that the end of the document names', async () => {
    const bytes = await taken(pdfPieces([page()], await loadTypeface(), { title: 'x', made }))

    const text = bytes.toString('latin1')
    const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)![1])
    assert.equal(text.slice(start, start + 5), 'xref\n')
    const rows = [...text.slice(start).matchAll(/^(\d{10}) 00000 n $/gm)]
    assert.ok(rows.length > 10)
    for (const [at, [, offset]] of rows.entries()) {
      assert.ok(text.slice(Number(offset)).startsWith(`${at + 1} 0 obj\n`), `object ${at + 1}`)
    }
  })
})

describe('a page as SVG', () => {
  it('is a document in which texts are texts, whatever signs they have', async () => {
    const text = 'a < b && "c" > \'d\' ]]> </svg>'

    const svg = (await taken(svgPieces(page(textShape(text)), { title: '<t>&' }))).toString()

    const [root] = readXml(svg).children
    assert.equal(root!.name, 'svg')
    assert.deepEqual(
      elementsNamed(root!, 'text').map((one) => one.text),
      [text],
    )
    assert.equal(elementsNamed(root!, 'title')[0]!.text, '<t>&')
    // Another reader, which is strict.
    assert.equal((await sharp(Buffer.from(svg)).metadata()).format, 'svg')
  })

  it('clips what stands between a clip and its end', async () => {
    const box = { x: 0, y: 0, width: 10, height: 100 }
    const line = { kind: 'rect', x: 0, y: 0, width: 300, height: 100, fill: '#ff0000' } as const
    const clipped = page({ kind: 'clip', ...box }, line, { kind: 'unclip' })

    const svg = await taken(svgPieces(clipped, { title: '' }))

    const { data, info } = await sharp(svg).raw().toBuffer({ resolveWithObject: true })
    const at = (x: number) => [...data.subarray(x * info.channels, x * info.channels + 3)]
    assert.deepEqual(
      [at(5), at(200)],
      [
        [255, 0, 0],
        [255, 255, 255],
      ],
    )
  })

  it('shows its texts without any font of the machine where letters are lines', async () => {
    const outlines = await loadTypeface()

    const svg = await taken(svgPieces(page(textShape('Wörter')), { title: '', outlines }))

    assert.deepEqual(elementsNamed(readXml(svg.toString()), 'text'), [])
    const { dominant, channels } = await sharp(svg).flatten().stats()
    assert.ok(dominant.r > 200 && channels[0]!.min < 60)
    const { width, height } = await sharp(svg).metadata()
    assert.deepEqual([width, height], [300, 100])
  })
})

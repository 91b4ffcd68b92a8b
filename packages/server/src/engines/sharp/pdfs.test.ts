import assert from 'node:assert/strict'
import process from 'node:process'
import { describe, it } from 'node:test'
import type { TestContext } from 'node:test'
import sharp from 'sharp'
import { endlessPdf, growingPdf, lockedPdf, pdfOfSize } from '../../../test/fixtures/bad-pdf.ts'
import { smallPdf } from '../../../test/fixtures/small-pdf.ts'
import type { Pictures } from '../../ports/pictures.ts'
import { openSharpPictures } from './pictures.ts'
import type { SharpOptions } from './pictures.ts'
import { drawFirstPage } from './read-pdf.ts'

const card = { width: 200, height: 200 }
const dot = { create: { width: 1, height: 1, channels: 3, background: 'red' } } as const

function open(t: TestContext, options: SharpOptions = {}): Pictures {
  const pictures = openSharpPictures({ maxTime: 60_000, maxWorkers: 1, ...options })
  t.after(() => pictures.close())
  return pictures
}

async function colourAt(picture: Uint8Array, x: number, y: number): Promise<number[]> {
  const { data, info } = await sharp(picture).raw().toBuffer({ resolveWithObject: true })
  const at = info.channels * (y * info.width + x)
  return [...data.subarray(at, at + 3)]
}

describe('the thumbnail of a PDF', () => {
  it('is its first page on white, as large as the box allows', async (t) => {
    const made = await open(t).thumbnail(smallPdf('First', 'Second'), card)

    assert.ok(made)
    assert.deepEqual([made.width, made.height, made.type], [200, 100, 'image/webp'])
    const [red = 0, green = 255] = await colourAt(made.bytes, 40, 73)
    assert.ok(red > 200 && green < 50)
    const paper = await colourAt(made.bytes, 190, 10)
    assert.ok(paper.every((value) => value > 250))
  })

  it('is made where other bytes stand before it', async (t) => {
    const pdf = Buffer.concat([Buffer.from('mail of somebody\r\n'), smallPdf('First')])

    assert.ok(await open(t).thumbnail(pdf, card))
  })

  it('of a page as long as a street, or as wide, fits the box', async (t) => {
    const pictures = open(t)

    const long = await pictures.thumbnail(pdfOfSize(10, 90_000_000), card)
    const wide = await pictures.thumbnail(pdfOfSize(90_000_000, 90_000_000), card)

    assert.deepEqual([long?.width, long?.height], [1, 200])
    assert.deepEqual([wide?.width, wide?.height], [200, 200])
  })
})

describe('what is no good PDF', () => {
  it('gives nothing, and the next one is drawn: noise, cut short, without pages, locked, of no size', async (t) => {
    const pictures = open(t)
    const whole = Buffer.from(smallPdf('First'))
    const noise = Buffer.from(Array.from({ length: 5000 }, (_, index) => (index * 7919) % 251))
    const bad = {
      noise: Buffer.concat([Buffer.from('%PDF-1.4\n'), noise]),
      cut: whole.subarray(0, 60),
      empty: Buffer.from('%PDF-1.4\n%%EOF'),
      locked: lockedPdf(),
    }

    for (const [name, pdf] of Object.entries(bad)) {
      assert.equal(await pictures.thumbnail(pdf, card), null, name)
    }
    for (const size of ['0', '-5', '1e400', '99999999999999999999', '(x)']) {
      // Readers of PDF put a page of their own in the place of a size that is none.
      const made = await pictures.thumbnail(pdfOfSize(size, size), card)
      assert.ok(made === null || (made.width <= 200 && made.height <= 200), size)
    }
    assert.ok(await pictures.thumbnail(whole, card))
  })

  it('gives nothing when it never ends, and the next one is drawn', async (t) => {
    const pictures = open(t, { maxTime: 3000 })

    assert.equal(await pictures.thumbnail(endlessPdf(), card), null)
    assert.ok(await pictures.describe(await sharp(dot).png().toBuffer()))
  })

  it('gives nothing when it grows without end, and the next one is drawn', async (t) => {
    const pictures = open(t)

    assert.equal(await pictures.thumbnail(growingPdf(), card), null)
    assert.ok(await pictures.thumbnail(smallPdf('First'), card))
  })

  it('that needs more memory than the limit is given up', async () => {
    await assert.rejects(drawFirstPage(growingPdf(), card), /Aborted/)

    // Of the library's 2 GiB, which this process would have by now.
    assert.ok(process.memoryUsage.rss() < 1024 ** 3)
  })
})

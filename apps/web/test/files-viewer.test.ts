import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { smallPdf } from '../../../packages/server/test/fixtures/small-pdf.ts'
import { patient } from '../../../packages/server/test/fixtures/patient.ts'
import { axeViolations } from './axe-violations.ts'
import { cannotBrowse } from './browser.ts'
import { name, select } from './files-page.ts'
import { filesStage } from './files-stage.ts'
import { screenshot } from './screenshot.ts'

describe('a file is looked at over the list', { skip: cannotBrowse }, () => {
  const { put, visit } = filesStage()

  it('one after the other, by arrows, and the keyboard comes back to the last', async (t) => {
    await put('seen/a.txt', 'first words')
    await put('seen/b.svg', picture)
    await put('seen/c.bin', 'no kind that is known')
    await put('seen/folder/d.txt')
    const { page } = await visit(t, '/seen')
    await name(page, 'a.txt').dblclick()
    await viewer(page, 'a.txt').getByText('first words').waitFor()
    await viewer(page, 'a.txt').getByText('1 of 3').waitFor()
    assert.equal(await button(page, 'Previous').isDisabled(), true)
    assert.deepEqual(await axeViolations(page), [])
    await screenshot(page, 'viewer-text')
    await page.keyboard.press('ArrowRight')
    const image = viewer(page, 'b.svg').getByRole('img', { name: 'b.svg' })
    await t.waitFor(async () => assert.ok((await widthOf(image)) > 0), patient)
    await page.keyboard.press('ArrowRight')
    await viewer(page, 'c.bin').getByText('There is no preview for this kind of file.').waitFor()
    assert.equal(await button(page, 'Next').isDisabled(), true)
    assert.deepEqual(await axeViolations(page), [])
    await screenshot(page, 'viewer-other')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      viewer(page, 'c.bin').getByText('Download', { exact: true }).click(),
    ])
    assert.equal(download.suggestedFilename(), 'c.bin')
    await page.keyboard.press('Escape')
    await page.locator('dialog[open]').waitFor({ state: 'detached' })
    // The list stands at the one that was seen last, and keys go there.
    await page.locator('.wx-item.wx-selected', { hasText: 'c.bin' }).waitFor()
    await page.keyboard.press('ArrowLeft')
    await page.locator('.wx-item.wx-selected', { hasText: 'b.svg' }).waitFor()
    await page.keyboard.press('Enter')
    await viewer(page, 'b.svg').waitFor()
  })

  it('a picture is seen whole, and as near as one likes', async (t) => {
    await put('near/large.svg', picture.replaceAll('"40"', '"3000"'))
    const { page } = await visit(t, '/near')
    await select(page, 'large.svg')
    await page.keyboard.press('Enter')
    const image = viewer(page, 'large.svg').getByRole('img', { name: 'large.svg' })
    await viewer(page, 'large.svg').getByText('3000 × 3000').waitFor()
    const { width, height } = (await image.boundingBox()) ?? { width: 0, height: 0 }
    assert.ok(width < 800 && height < 800 && width > 300, `${width} × ${height}`)
    await screenshot(page, 'viewer-picture')
    await image.dblclick()
    await viewer(page, 'large.svg').getByText('100 %').waitFor()
    assert.equal(await widthOf(image), 3000)
    await button(page, 'Larger').click()
    await viewer(page, 'large.svg').getByText('125 %').waitFor()
    await page.keyboard.press('0')
    await t.waitFor(async () => assert.equal(await widthOf(image), width), patient)
  })

  it('a PDF is read page by page, its words can be marked', async (t) => {
    await put('paper/two.pdf', smallPdf('Hello reader', 'Second page'))
    await put('paper/broken.pdf', 'this is none')
    const { page } = await visit(t, '/paper')
    await name(page, 'two.pdf').dblclick()
    const shown = viewer(page, 'two.pdf')
    await shown.getByText('2 pages').waitFor()
    await shown.locator('.pdf-page[data-drawn]').nth(1).waitFor()
    await shown.locator('.textLayer').getByText('Hello reader').waitFor()
    // Something was drawn: the box is red.
    const colours = await page.evaluate<number[]>(`(() => {
      const canvas = document.querySelector('.pdf-page canvas')
      const [x, y] = [canvas.width * 70 / 300, canvas.height * 110 / 150]
      return [...canvas.getContext('2d').getImageData(x, y, 1, 1).data]
    })()`)
    assert.deepEqual(colours, [255, 0, 0, 255])
    assert.deepEqual(await axeViolations(page), [])
    await screenshot(page, 'viewer-pdf')
    await page.keyboard.press('ArrowLeft')
    await viewer(page, 'broken.pdf').getByText('This PDF cannot be shown.').waitFor()
  })

  it('Markdown is a page of text, and nothing in it acts', async (t) => {
    const text = [
      '# A title',
      '<script>document.title = "taken"</script><img src=x onerror="document.title = 1">',
      '[bad](javascript:document.title=1) [good](https://example.com/a) [near](other.md)',
      '![a picture](https://example.com/spy.png)',
      '| one | two |\n| --- | --- |\n| 1 | 2 |',
    ]
    await put('marks/notes.md', text.join('\n\n'))
    const { page } = await visit(t, '/marks', { colorScheme: 'dark' })
    await name(page, 'notes.md').dblclick()
    const shown = viewer(page, 'notes.md')
    await shown.getByRole('heading', { name: 'A title' }).waitFor()
    await shown.getByText('<script>').waitFor()
    assert.equal(await shown.locator('script, img, [onerror]').count(), 0)
    assert.deepEqual(
      await page.evaluate(
        `[...document.querySelectorAll('.viewer a[href]')].map((one) => one.href)`,
      ),
      ['https://example.com/a'],
    )
    assert.equal(await shown.getByRole('cell', { name: '2' }).count(), 1)
    assert.notEqual(await page.title(), 'taken')
    assert.deepEqual(await axeViolations(page), [])
    await screenshot(page, 'viewer-markdown-dark')
  })

  it('sound is played, a page is shown as its source, on a telephone', async (t) => {
    await put('mixed/a.wav', silence())
    await put('mixed/b.html', '<h1>not a heading</h1>')
    const { page } = await visit(t, '/mixed', { width: 390, height: 720 })
    await name(page, 'a.wav').dblclick()
    await viewer(page, 'a.wav').locator('audio').waitFor()
    await t.waitFor(async () => {
      assert.equal(
        await page.evaluate(`Math.round(document.querySelector('.viewer audio').duration)`),
        1,
      )
    }, patient)
    await screenshot(page, 'viewer-audio-phone')
    await button(page, 'Next').click()
    await viewer(page, 'b.html').getByText('<h1>not a heading</h1>').waitFor()
    assert.equal(await page.getByRole('heading', { name: 'not a heading' }).count(), 0)
    assert.deepEqual(await axeViolations(page), [])
    assert.equal(await page.evaluate('document.documentElement.scrollWidth > innerWidth'), false)
  })

  it('a file that was found is opened, and the search stays', async (t) => {
    await put('attic/box/letter of may.txt', 'dear reader')
    const { page } = await visit(t, '?text=letter of may')
    await name(page, 'letter of may.txt').dblclick()
    await viewer(page, 'letter of may.txt').getByText('dear reader').waitFor()
    await page.keyboard.press('Escape')
    await name(page, 'letter of may.txt').waitFor()
    assert.match(String(await page.evaluate('location.hash')), /text=letter/)
  })
})

function viewer(page: Page, file: string): Locator {
  return page.getByRole('dialog', { name: file, exact: true })
}

function button(page: Page, label: string): Locator {
  return page.locator('.viewer').getByRole('button', { name: label })
}

async function widthOf(image: Locator): Promise<number> {
  return (await image.boundingBox())?.width ?? 0
}

const picture =
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40" viewBox="0 0 40 40"><rect width="40" height="40" fill="tomato"/><circle cx="20" cy="20" r="12" fill="gold"/></svg>'

/** A second of nothing, as a wave. */
function silence(): Uint8Array<ArrayBuffer> {
  const rate = 8000
  const wave = new DataView(new ArrayBuffer(44 + rate))
  const write = (at: number, text: string) =>
    new TextEncoder().encode(text).forEach((byte, index) => wave.setUint8(at + index, byte))
  write(0, 'RIFF')
  wave.setUint32(4, 36 + rate, true)
  write(8, 'WAVEfmt ')
  wave.setUint32(16, 16, true)
  wave.setUint16(20, 1, true)
  wave.setUint16(22, 1, true)
  wave.setUint32(24, rate, true)
  wave.setUint32(28, rate, true)
  wave.setUint16(32, 1, true)
  wave.setUint16(34, 8, true)
  write(36, 'data')
  wave.setUint32(40, rate, true)
  new Uint8Array(wave.buffer).fill(128, 44)
  return new Uint8Array(wave.buffer)
}

import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import type { TestContext } from 'node:test'
import { pathToFileURL } from 'node:url'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import type { Sharp } from 'sharp'
import type { Pictures } from '../../ports/pictures.ts'
import { openSharpPictures } from './pictures.ts'
import type { SharpOptions } from './pictures.ts'

const card = { width: 214, height: 163 }

function open(t: TestContext, options: SharpOptions = {}): Pictures {
  const pictures = openSharpPictures({ maxTime: 60_000, ...options })
  t.after(() => pictures.close())
  return pictures
}

function red(width = 400, height = 200): Sharp {
  return sharp({
    create: { width, height, channels: 4, background: { r: 255, g: 0, b: 0, alpha: 0.5 } },
  })
}

function svg(content: string, size = 'width="100" height="100"', before = ''): Buffer {
  const xlink = 'xmlns:xlink="http://www.w3.org/1999/xlink"'
  return Buffer.from(
    `${before}<svg xmlns="http://www.w3.org/2000/svg" ${xlink} ${size}>${content}</svg>`,
  )
}

function pngChunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const chunk = Buffer.alloc(body.length + 8)
  chunk.writeUInt32BE(data.length, 0)
  body.copy(chunk, 4)
  chunk.writeUInt32BE(crc32(body), body.length + 4)
  return chunk
}

/** A picture that claims a size and brings hardly any bytes for it. */
function pngThatClaims(width: number, height: number, bitDepth = 8): Buffer {
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, bitDepth, 6, 0, 0, 0])
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(Buffer.alloc(1000))),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

/** 5,000 fields of 60,000 values each, in 60 KB. */
function manyTimesTheSameBytes(): Buffer {
  const block = Buffer.alloc(60_100)
  block.write('II*\0', 0, 'latin1')
  block.writeUInt32LE(8, 4)
  block.writeUInt16LE(5000, 8)
  for (let field = 0; field < 5000; field++) {
    const at = 10 + field * 12
    block.writeUInt16LE(1000 + field, at)
    block.writeUInt16LE(1, at + 2)
    block.writeUInt32LE(0xffffffff, at + 4)
  }
  return block
}

/** In place of the block that the picture has. */
function withBlock(picture: Buffer, block: Buffer): Buffer {
  const start = picture.indexOf(Buffer.from([0xff, 0xe1]))
  const end = start + 2 + picture.readUInt16BE(start + 2)
  const mark = Buffer.from('\xff\xe1\0\0Exif\0\0', 'latin1')
  mark.writeUInt16BE(mark.length - 2 + block.length, 2)
  return Buffer.concat([picture.subarray(0, start), mark, block, picture.subarray(end)])
}

async function centre(thumbnail: Uint8Array): Promise<number[]> {
  const { data, info } = await sharp(thumbnail)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const at = 4 * (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2))
  return [...data.subarray(at, at + 4)]
}

describe('a thumbnail', () => {
  it('is made of every format', async (t) => {
    const pictures = open(t)

    for (const format of ['png', 'jpeg', 'webp', 'gif', 'avif', 'tiff'] as const) {
      const made = await pictures.thumbnail(await red().toFormat(format).toBuffer(), card)

      assert.ok(made, format)
      assert.deepEqual([made.width, made.height, made.type], [214, 107, 'image/webp'])
      const read = await sharp(made.bytes).metadata()
      assert.deepEqual([read.format, read.width, read.height], ['webp', 214, 107], format)
    }
  })

  it('keeps what is transparent', async (t) => {
    const made = await open(t).thumbnail(await red().png().toBuffer(), card)

    const [r = 0, g = 255, , alpha = 0] = await centre(made?.bytes ?? new Uint8Array())
    assert.ok(r > 200 && g < 50 && alpha > 100 && alpha < 155)
  })

  it('is not larger than the picture', async (t) => {
    const made = await open(t).thumbnail(await red(20, 10).png().toBuffer(), card)

    assert.deepEqual([made?.width, made?.height], [20, 10])
  })

  it('of a drawing fills the box, for a drawing has no size of its own', async (t) => {
    const small = await open(t).thumbnail(
      svg('<rect width="9" height="9"/>', 'viewBox="0 0 9 9"'),
      card,
    )

    assert.deepEqual([small?.width, small?.height], [163, 163])
  })

  it('is turned the way the camera says', async (t) => {
    const pictures = open(t)
    const turned = await red().jpeg().withMetadata({ orientation: 6 }).toBuffer()

    const made = await pictures.thumbnail(turned, card)
    const facts = await pictures.describe(turned)

    assert.deepEqual([made?.width, made?.height], [82, 163])
    assert.deepEqual([facts?.width, facts?.height], [200, 400])
  })

  it('shows the first page of what moves', async (t) => {
    const pictures = open(t)
    const frames = await Promise.all(
      ['#ff0000', '#00ff00', '#0000ff'].map((background) =>
        sharp({ create: { width: 60, height: 40, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    )
    const gif = await sharp(frames, { join: { animated: true } })
      .gif({ delay: [100, 100, 100] })
      .toBuffer()

    const made = await pictures.thumbnail(gif, card)
    const facts = await pictures.describe(gif)

    assert.deepEqual([made?.width, made?.height], [60, 40])
    assert.equal((await sharp(made?.bytes).metadata()).pages ?? 1, 1)
    const [r = 0, g = 255] = await centre(made?.bytes ?? new Uint8Array())
    assert.ok(r > 200 && g < 50)
    assert.equal(facts?.pages, 3)
  })

  it('is made of a picture for print and of one with 16 bits', async (t) => {
    const pictures = open(t)
    const print = await red().flatten().toColourspace('cmyk').jpeg().toBuffer()
    const deep = await red().toColourspace('rgb16').png().toBuffer()
    assert.equal((await sharp(print).metadata()).space, 'cmyk')
    assert.equal((await sharp(deep).metadata()).depth, 'ushort')

    for (const picture of [print, deep]) {
      const made = await pictures.thumbnail(picture, card)
      assert.equal((await sharp(made?.bytes).metadata()).space, 'srgb')
    }
  })

  it('may be wanted before the bytes are there', async (t) => {
    const picture = await red().png().toBuffer()

    assert.ok(await open(t).thumbnail(async () => picture, card))
  })
})

describe('the facts of a picture', () => {
  it('are its format, its size and what its camera wrote', async (t) => {
    const pictures = open(t)
    const exif = { IFD0: { Make: 'Acme' } }

    for (const format of ['png', 'jpeg', 'webp', 'avif'] as const) {
      const picture = await red().withExif(exif).toFormat(format).toBuffer()
      const facts = await pictures.describe(picture)

      assert.equal(facts?.format, format === 'avif' ? 'heif' : format)
      assert.deepEqual([facts?.width, facts?.height, facts?.pages], [400, 200, 1])
      assert.equal(facts?.exif['Make'], 'Acme')
    }
  })
})

describe('what a camera did not write', () => {
  it('takes neither the time nor the memory of this process', async (t) => {
    const pictures = open(t, { maxWorkers: 1, maxTime: 4000 })
    const picture = await red()
      .jpeg()
      .withExif({ IFD0: { Make: 'Acme' } })
      .toBuffer()

    assert.equal(await pictures.describe(withBlock(picture, manyTimesTheSameBytes())), null)
    assert.equal((await pictures.describe(picture))?.exif['Make'], 'Acme')
  })
})

describe('what is no good picture', () => {
  it('gives nothing: text, noise, nothing at all, other formats', async (t) => {
    const pictures = open(t)
    const noise = Buffer.from(Array.from({ length: 5000 }, (_, index) => (index * 7919) % 251))
    const fakes = [
      new Uint8Array(),
      Buffer.from('hello'),
      noise,
      Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), noise]),
      Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), noise]),
      Buffer.concat([Buffer.from('GIF89a'), noise]),
      Buffer.concat([Buffer.from('II*\0'), noise]),
      Buffer.concat([Buffer.from('\0\0\0\x1cftypheic\0\0\0\0mif1heic'), noise]),
      Buffer.from('P3\n1 1\n255\n1 2 3\n'),
      Buffer.from('<html><svg'),
      Buffer.from('%PDF-1.4'),
    ]

    for (const fake of fakes) {
      assert.equal(await pictures.thumbnail(fake, card), null)
      assert.equal(await pictures.describe(fake), null)
    }
  })

  it('gives nothing: a picture that was cut short', async (t) => {
    const pictures = open(t)
    for (const format of ['jpeg', 'png', 'webp'] as const) {
      const whole = await sharp({
        create: {
          width: 500,
          height: 500,
          channels: 3,
          background: 'black',
          noise: { type: 'gaussian', mean: 128, sigma: 40 },
        },
      })
        .toFormat(format)
        .toBuffer()

      assert.ok(await pictures.thumbnail(whole, card))
      assert.equal(
        await pictures.thumbnail(whole.subarray(0, whole.length / 2), card),
        null,
        format,
      )
    }
  })

  it('gives nothing: a picture larger than can be unpacked', async (t) => {
    const pictures = open(t)
    const drawing = svg('<rect width="60000" height="60000"/>', 'width="60000" height="60000"')

    assert.equal(await pictures.thumbnail(drawing, card), null)
    assert.equal(await pictures.thumbnail(pngThatClaims(50_000, 50_000), card), null)
    assert.equal(await pictures.thumbnail(pngThatClaims(9_900, 9_900, 16), card), null)
    assert.equal(await pictures.describe(pngThatClaims(50_000, 50_000)), null)
  })

  it('gives nothing: a drawing that grows without end', async (t) => {
    const entities = Array.from(
      { length: 12 },
      (_, index) => `<!ENTITY e${index + 1} "${`&e${index};`.repeat(10)}">`,
    ).join('')
    const doctype = `<!DOCTYPE svg [<!ENTITY e0 "lol">${entities}]>`

    assert.equal(await open(t).thumbnail(svg('<text>&e12;</text>', undefined, doctype), card), null)
  })

  it('gives nothing: more bytes than the limit', async (t) => {
    const picture = await red().png().toBuffer()

    assert.equal(await open(t, { maxBytes: picture.length - 1 }).thumbnail(picture, card), null)
    assert.ok(await open(t, { maxBytes: picture.length }).thumbnail(picture, card))
  })
})

describe('a drawing of our own', () => {
  it('becomes a picture with so many pixels for a point, and has more time than those of others', async (t) => {
    const pictures = open(t, { maxTime: 1 })
    const drawing = svg('<rect width="50" height="100" fill="#00ff00"/>')

    const made = await pictures.draw(drawing, 2)

    const { format, width, height, hasAlpha } = await sharp(made!).metadata()
    assert.deepEqual([format, width, height, hasAlpha], ['png', 200, 200, false])
    assert.deepEqual((await centre(made!)).slice(0, 3), [255, 255, 255])
  })
})

describe('a drawing that points elsewhere', () => {
  it('is drawn without what it points to: nothing is asked for, no file is read', async (t) => {
    const asked: string[] = []
    const server = createServer((request, response) => {
      asked.push(request.url ?? '')
      response.end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    t.after(() => server.close())
    const folder = await mkdtemp(join(tmpdir(), 'drawing-'))
    t.after(() => rm(folder, { recursive: true }))
    const secret = join(folder, 'secret.png')
    await writeFile(secret, await red(100, 100).flatten().png().toBuffer())

    const site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const file = pathToFileURL(secret).href
    const drawing = (href: string): Buffer =>
      svg(
        `<style>@import url("${site}/a.css"); @font-face { font-family: x; src: url("${site}/x.ttf") }</style>` +
          `<image href="${href}" xlink:href="${href}" width="100" height="100"/>` +
          `<use href="${site}/b.svg#a"/><text font-family="x">a</text>` +
          `<script href="${site}/c.js"/><foreignObject><img src="${site}/d.png"/></foreignObject>`,
        undefined,
        `<?xml-stylesheet href="${site}/e.css"?><!DOCTYPE svg SYSTEM "${site}/f.dtd">`,
      )

    const pictures = open(t)
    for (const href of [`${site}/a.png`, file, secret, 'secret.png', '../../etc/passwd']) {
      const made = await pictures.thumbnail(drawing(href), card)
      assert.ok(made)
      assert.deepEqual((await centre(made.bytes))[3], 0, href)
    }
    const own = `data:image/png;base64,${(await readFile(secret)).toString('base64')}`
    const made = await pictures.thumbnail(drawing(own), card)
    assert.deepEqual((await centre(made?.bytes ?? new Uint8Array()))[3], 255)
    const entity = `<!DOCTYPE svg [<!ENTITY x SYSTEM "${file}">]>`
    await pictures.thumbnail(svg('<text y="50">&x;</text>', undefined, entity), card)
    assert.deepEqual(asked, [])
  })
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import sharp from 'sharp'
import { knownExtensions } from './file-types.ts'
import { iconSvg } from './icon.ts'

const sizes = ['small', 'big'] as const
const kinds = ['folder', 'search', 'multiple', 'none', 'link', 'other']
const hostile = [
  '',
  '"><script>alert(1)</script>',
  ']]></style><image href="http://x"/>',
  '&lt;&amp;&#0;',
  '../../etc/passwd',
  '🎉🎉🎉🎉🎉🎉',
  '文件文件文件文件',
  'مرحبا',
  '\ud800\udc00\ud800',
  '\0\u0001\ufffe\uffff',
  '\u202etxt',
  'a'.repeat(10_000),
  'ﷺ'.repeat(1000),
  'constructor',
  '__proto__',
  'FOLDER',
]

/** What stands on the icon. */
function labelOf(svg: string): string {
  return /<text[^>]*>([^<]*)<\/text>/.exec(svg)?.[1] ?? ''
}

function withoutLabel(svg: string): string {
  return svg.replace(/<text.*<\/text>/, '')
}

/** Which pixels there are; refused by the renderer when the drawing is not well-formed. */
async function pixels(svg: string): Promise<Buffer> {
  return sharp(Buffer.from(svg)).raw().toBuffer()
}

describe('an icon', () => {
  it('is a well-formed drawing that shows something, whatever the name', async () => {
    for (const name of [...kinds, ...hostile, 'png', 'zip', 'pdf']) {
      for (const size of sizes) {
        const drawn = await pixels(iconSvg(name, size))
        assert.ok(drawn.some((value) => value > 0))
      }
    }
  })

  it('holds nothing of a name but a few letters and digits', () => {
    for (const name of hostile) {
      for (const size of sizes) {
        const svg = iconSvg(name, size)
        assert.match(labelOf(svg), /^[\p{L}\p{N}]{0,6}$/u)
        assert.equal(svg.replace(/<text[^>]*>.*<\/text>/u, '').includes('script'), false)
        assert.doesNotMatch(
          svg.replace('http://www.w3.org/2000/svg', ''),
          /http|href|url\(|@import/,
        )
        assert.ok(svg.isWellFormed())
      }
    }
  })

  it('has the extension on it, for every extension that is known', () => {
    for (const extension of knownExtensions) {
      assert.equal(labelOf(iconSvg(extension, 'big')), extension.toUpperCase().slice(0, 6))
      assert.equal(labelOf(iconSvg(extension, 'small')), extension.toUpperCase().slice(0, 4))
    }
  })

  it('is short', () => {
    for (const name of [...kinds, ...hostile, ...knownExtensions]) {
      for (const size of sizes) assert.ok(iconSvg(name, size).length < 2500, name)
    }
  })

  it('is the same each time, and another for each kind, family and size', () => {
    const names = [...kinds, '', 'png', 'mp4', 'mp3', 'txt', 'js', 'doc', 'xls', 'ppt', 'pdf']
    const all = [...names, 'zip', 'ttf', 'iso', 'exe', 'db'].flatMap((name) =>
      sizes.map((size) => iconSvg(name, size)),
    )

    assert.deepEqual(new Set(all.map(withoutLabel)).size, all.length)
    for (const size of sizes) assert.equal(iconSvg('png', size), iconSvg('png', size))
  })

  it('of something unknown is the plain sheet with its letters', () => {
    assert.equal(labelOf(iconSvg('qqq', 'big')), 'QQQ')
    assert.equal(
      iconSvg('qqq', 'big').replaceAll('QQQ', ''),
      iconSvg('yyy', 'big').replaceAll('YYY', ''),
    )
  })

  it('has colours for a dark ground', () => {
    for (const name of [...kinds, 'png']) {
      assert.match(iconSvg(name, 'big'), /@media\(prefers-color-scheme:dark\)/)
    }
  })
})

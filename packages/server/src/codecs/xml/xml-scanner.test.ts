import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { attributesOf, scanXml } from './xml-scanner.ts'

describe('scanXml', () => {
  const xml =
    '\ufeff<?xml version="1.0"?><!-- <a> --><x:a b="1>2" c=\'"\' ><b/>é &lt;&#65;&#x1F3AC;&amp;amp;<![CDATA[<&]]>\r\nz</x:a>\n'
  const events = ['<a> b="1>2" c=\'"\' ', '<b>', '</b>', 'é <A🎬&amp;', '<&', '\nz', '</a>']

  it('tells of tags and texts, with entities and line ends as they are meant', async () => {
    assert.deepEqual(await scanned([Buffer.from(xml)]), events)
  })

  it('tells the same wherever the bytes are cut', async () => {
    const bytes = Buffer.from(xml)
    for (let cut = 1; cut < bytes.length; cut++) {
      const pieces = [bytes.subarray(0, cut), bytes.subarray(cut)]
      assert.deepEqual(await scanned(pieces), events, `cut at ${cut}`)
    }
  })

  for (const [what, text] of [
    ['a document type', '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'],
    ['an entity of its own', '<a>&b;</a>'],
    ['an entity without end', '<a>a & b</a>'],
    ['the name of a property for an entity', '<a>&toString;</a>'],
    ['a character that is none', '<a>&#xD800;</a>'],
    ['a character beyond all', '<a>&#x110000;</a>'],
    ['a tag that is not closed', '<a><b></a>'],
    ['a close without its tag', '</a>'],
    ['an end in the middle', '<a>text'],
    ['an end within a tag', '<a b="1'],
    ['an end within a comment', '<a></a><!-- '],
    ['a tag without a name', '<a>< b></ b></a>'],
    ['more than XML', '<a></a>text'],
    ['tags in one another without end', '<a>'.repeat(101) + '</a>'.repeat(101)],
  ] as const) {
    it(`refuses ${what}`, async () => {
      await assert.rejects(scanned([Buffer.from(text)]), { code: 'tables.bad_import' })
    })
  }

  it('refuses bytes that are not UTF-8', async () => {
    const bytes = Buffer.from('<a>\xff\xfe</a>', 'latin1')
    await assert.rejects(scanned([bytes]), { code: 'tables.bad_import', message: /UTF-8/ })
  })

  it('holds no more than it may of a text without end', async () => {
    let given = 0
    async function* endless(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('<a>')
      for (;;) {
        given++
        yield Buffer.alloc(65_536, 'x')
      }
    }
    const silent = { open() {}, close() {}, text() {} }
    await assert.rejects(() => Array.fromAsync(scanXml(endless(), silent)), {
      code: 'tables.import_too_large',
    })
    assert.ok(given < 20, `${given} pieces`)
  })
})

describe('attributesOf', () => {
  it('takes either quote and any space', () => {
    assert.deepEqual(attributesOf(` r:a="1" b = '2"' c="&quot;"`), [
      'r:a',
      '1',
      'b',
      '2"',
      'c',
      '"',
    ])
    assert.deepEqual(attributesOf(''), [])
  })

  for (const raw of [' a', ' a=1', ' a="1', '=']) {
    it(`refuses ${raw}`, () => {
      assert.throws(() => attributesOf(raw), { code: 'tables.bad_import' })
    })
  }
})

async function scanned(pieces: Uint8Array[]): Promise<string[]> {
  const events: string[] = []
  async function* bytes(): AsyncGenerator<Uint8Array> {
    yield* pieces
  }
  const scanning = scanXml(bytes(), {
    open: (name, attributes) => events.push(`<${name}>${attributes}`),
    close: (name) => events.push(`</${name}>`),
    text: (text) => events.push(text),
  })
  for await (const _ of scanning);
  return events
}

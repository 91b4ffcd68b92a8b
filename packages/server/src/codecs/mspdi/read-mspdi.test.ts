import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { childrenOf, textIn } from '../xml/xml-text.ts'
import { readMspdi } from './read-mspdi.ts'

async function* inPieces(text: string | Uint8Array, size = 50): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text as string)
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

const head =
  '<?xml version="1.0" encoding="UTF-8"?>\n<Project xmlns="http://schemas.microsoft.com/project">'

describe('readMspdi', () => {
  it('takes a project apart into its lists and the rest, all in one plain form', async () => {
    const xml = `${head}
      <!-- a comment --><Name>A &amp; B</Name>
      <Tasks>
        <Task><UID>1</UID><Name><![CDATA[<1>]]></Name><x:Own xmlns:x="urn:x" a='"&gt;'/></Task>
        <Strange>1</Strange>
      </Tasks>
      <Views><View><Name> </Name></View></Views>
    </Project>`

    const { project, items } = await readMspdi(inPieces(xml))

    assert.equal(
      project,
      '<Project xmlns="http://schemas.microsoft.com/project"><Name>A &amp; B</Name>' +
        '<Tasks><Strange>1</Strange></Tasks><Views><View><Name> </Name></View></Views></Project>',
    )
    assert.deepEqual(items.Tasks, [
      '<Task><UID>1</UID><Name>&lt;1&gt;</Name><x:Own xmlns:x="urn:x" a="&quot;&gt;"></x:Own></Task>',
    ])
    assert.deepEqual(
      childrenOf(items.Tasks[0]!).map(({ name, xml: whole }) => [name, textIn(whole)]),
      [
        ['UID', '1'],
        ['Name', '<1>'],
        ['x:Own', ''],
      ],
    )
  })

  it('takes names with a prefix as those without', async () => {
    const xml =
      '<p:Project xmlns:p="urn:p"><p:Tasks><p:Task><p:UID>1</p:UID></p:Task></p:Tasks></p:Project>'

    const { project, items } = await readMspdi(inPieces(xml))

    assert.equal(project, '<Project xmlns="urn:p"><Tasks></Tasks></Project>')
    assert.deepEqual(items.Tasks, ['<Task><UID>1</UID></Task>'])
  })

  for (const [what, xml, line, column] of [
    ['a document type', '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]>\n<Project/>', 1, 1],
    ['an entity', `${head}\n  <Name>&lol;</Name></Project>`, 3, 14],
    ['a tag that is not closed', `${head}\n<Tasks>\n <Task></Tasks></Project>`, 4, 8],
    ['an end in the middle', `${head}\n<Tasks><Task><UID>1`, 3, 20],
    ['a character that XML does not have', `${head}<Name>\u0001</Name></Project>`, 2, 62],
    ['the number of one', `${head}<Name>&#2;</Name></Project>`, 2, 65],
    ['an odd name', `${head}<a">"b>1</a">"b></Project>`, 2, 55],
    ['text between the tasks', `${head}<Tasks>text</Tasks></Project>`, 2, 66],
    ['elements in one another without end', `${head}${'<a>'.repeat(1_000_000)}`, 2, 352],
  ] as const) {
    it(`refuses ${what}, and says where`, async () => {
      await assert.rejects(readMspdi(inPieces(xml, 60_000)), {
        code: 'gantt.bad_import',
        message: new RegExp(`^Line ${line}, column ${column}: `),
      })
    })
  }

  for (const [what, xml] of [
    ['another format', '<html><body/></html>'],
    ['two of them', '<Project></Project><Project></Project>'],
    ['a list that comes twice', '<Project><Tasks/><Tasks/></Project>'],
    ['nothing', ''],
    ['what is not UTF-8', Buffer.from('<Project><Name>\xe4</Name></Project>', 'latin1')],
  ] as const) {
    it(`refuses ${what}`, async () => {
      await assert.rejects(readMspdi(inPieces(xml)), { code: 'gantt.bad_import' })
    })
  }

  it('holds no more than it may of an item without end', async () => {
    let given = 0
    async function* endless(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('<Project><Tasks><Task>')
      for (;;) {
        given++
        yield Buffer.from('<a/>'.repeat(16_384))
      }
    }
    await assert.rejects(readMspdi(endless()), { code: 'gantt.import_too_large' })
    assert.ok(given < 70, `${given} pieces`)
  })
})

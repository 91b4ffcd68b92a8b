import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { kindKey, kindText, textOfKey } from './entry-kind.ts'

describe('the kind of an entry', () => {
  it('is said in words that people use, whatever the case of its ending', () => {
    for (const [name, text] of [
      ['plan.PDF', 'PDF document'],
      ['letter.docx', 'Word document'],
      ['photo.jpeg', 'JPEG picture'],
      ['song.mp3', 'MP3 sound'],
      ['film.mp4', 'MP4 film'],
      ['all.zip', 'ZIP archive'],
      ['main.rs', 'RS file'],
      ['notes', 'File'],
      ['.gitignore', 'File'],
      ['a.sentence that ends', 'File'],
    ] as const) {
      assert.equal(kindText({ name, type: 'file' }), text)
    }
    assert.equal(kindText({ name: 'photos.png', type: 'folder' }), 'Folder')
  })

  it('sorts by its word first, then by the name', () => {
    const names = ['b.txt', 'a.zip', 'a.txt', 'a.md', 'note 10.txt', 'note 9.txt']
    const keys = names.map((name) => kindKey({ name }))
    const sorted = keys.toSorted((a, b) => a.localeCompare(b, undefined, { numeric: true }))
    assert.deepEqual(
      sorted.map((key) => key.slice(key.indexOf('\t') + 1)),
      ['a.md', 'a.txt', 'b.txt', 'note 9.txt', 'note 10.txt', 'a.zip'],
    )
    assert.equal(textOfKey(sorted[0]), 'Markdown text')
    assert.equal(textOfKey(undefined), '')
  })
})

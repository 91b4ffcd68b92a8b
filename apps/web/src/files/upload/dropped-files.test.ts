import assert from 'node:assert/strict'
import { it } from 'node:test'
import { droppedFiles } from './dropped-files.ts'

/** What a browser hands out for a file, and for a folder: some entries at a time. */
const fileEntry = (name: string) => ({
  name,
  isFile: true,
  file: (found: (file: File) => void) => found(new File([name], name)),
})
const folderEntry = (name: string, entries: object[]) => ({
  name,
  isFile: false,
  createReader() {
    const left = [...entries]
    return { readEntries: (found: (some: object[]) => void) => found(left.splice(0, 2)) }
  },
})

it('all files that are dropped come with the folders they are in, and empty folders by themselves', async () => {
  const many = ['1', '2', '3', '4', '5'].map(fileEntry)
  const entries = [
    fileEntry('a.txt'),
    folderEntry('trip', [folderEntry('day', many), fileEntry('b.txt'), folderEntry('empty', [])]),
  ]
  const items = [
    ...entries.map((entry) => ({ webkitGetAsEntry: () => entry })),
    { webkitGetAsEntry: () => null, getAsFile: () => new File(['c'], 'c.txt') },
    { webkitGetAsEntry: () => null, getAsFile: () => null },
  ]
  const found = await droppedFiles({ items } as unknown as DataTransfer)
  assert.deepEqual(
    found.files.map(({ name }) => name),
    [
      'a.txt',
      'trip/day/1',
      'trip/day/2',
      'trip/day/3',
      'trip/day/4',
      'trip/day/5',
      'trip/b.txt',
      'c.txt',
    ],
  )
  assert.deepEqual(found.folders, ['trip/empty'])
  assert.equal(await found.files[1]?.file.text(), '1')
})

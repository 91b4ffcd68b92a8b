import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { FileInfo } from '@triptych/contract/files'
import type { PictureFacts, Pictures } from '../../ports/pictures.ts'
import { fileInfo } from './info-of.ts'

/** Answers as the port says; what is made of the bytes is tested there. */
function picturesThatSay(facts: PictureFacts | null): Pictures {
  return {
    thumbnail: async () => null,
    draw: async () => null,
    describe: async (picture) => {
      if (typeof picture === 'function') await picture()
      return facts
    },
    describeRecording: async (recording) => {
      const { size } = recording
      const ends = [await recording.read(0, 2), await recording.read(size - 2, size)]
      return { Title: Buffer.concat(ends).toString() }
    },
    close: async () => undefined,
  }
}

interface Read {
  facts: FileInfo
  /** How many bytes were asked for. */
  length: number
}

async function infoOf(
  name: string,
  bytes: Uint8Array,
  facts: PictureFacts | null = null,
): Promise<Read> {
  let length = 0
  const file = {
    name,
    size: bytes.length,
    async *read(start: number, end: number) {
      assert.ok(start >= 0 && start <= end && end <= bytes.length)
      length += end - start
      for (let at = start; at < end; at += 50_000)
        yield bytes.subarray(at, Math.min(at + 50_000, end))
    },
  }
  return { facts: await fileInfo(file, picturesThatSay(facts)), length }
}

describe('the info of a file', () => {
  it('is its type and size, and no byte is read, when there is no more to tell', async () => {
    assert.deepEqual(await infoOf('a.zip', Buffer.alloc(10)), {
      facts: { Type: 'application/zip', Size: 10 },
      length: 0,
    })
    assert.deepEqual((await infoOf('strange', Buffer.alloc(3))).facts, {
      Type: 'application/octet-stream',
      Size: 3,
    })
  })

  it('tells what a picture is', async () => {
    const facts = {
      format: 'gif',
      width: 4,
      height: 3,
      pages: 2,
      transparent: true,
      exif: { Make: 'Acme' },
    } as const

    assert.deepEqual((await infoOf('a.gif', Buffer.alloc(9), facts)).facts, {
      Type: 'image/gif',
      Size: 9,
      Width: 4,
      Height: 3,
      Format: 'GIF',
      Pages: 2,
      Make: 'Acme',
    })
    assert.deepEqual((await infoOf('a.png', Buffer.from('no picture'))).facts, {
      Type: 'image/png',
      Size: 10,
    })
  })

  it('tells what a recording or a film is, of which it reads only parts', async () => {
    for (const name of ['song.mp3', 'song.wma', 'film.mp4', 'film.webm']) {
      const { facts, length } = await infoOf(name, Buffer.from('abcdefgh'))

      assert.deepEqual([facts['Size'], facts['Title'], length], [8, 'abgh', 4], name)
    }
  })

  it('counts the lines of texts and code', async () => {
    for (const name of ['a.txt', 'a.ts', 'a.csv', 'a.json', 'README']) {
      const { facts } = await infoOf(name, Buffer.from('1\n2\n3'))
      assert.deepEqual([facts['Lines'], facts['Encoding']], [3, 'UTF-8'], name)
    }
  })

  it('looks only at the start of a text too long to count', async () => {
    const { facts, length } = await infoOf('a.log', Buffer.alloc(33 * 1024 * 1024, 'line\n'))

    assert.deepEqual(facts, { Type: 'text/plain', Size: 33 * 1024 * 1024, Encoding: 'UTF-8' })
    assert.equal(length, 1024 * 1024)
  })
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { id3v2, mp3Frames, mp4 } from '../../../../test/fixtures/audio-samples.ts'
import type { PictureFacts, Pictures } from '../../../ports/pictures.ts'
import { fileInfo } from './file-info.ts'
import type { FileInfo } from '@triptych/contract/files'

/** Answers as the port says; what a decoder makes of bytes is tested there. */
function picturesThatSay(facts: PictureFacts | null): Pictures {
  return {
    thumbnail: async () => null,
    describe: async (picture) => {
      if (typeof picture === 'function') await picture()
      return facts
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

  it('tells what a recording is, and reads only its ends', async () => {
    const song = Buffer.concat([id3v2(4, [['TIT2', 3, Buffer.from('Song')]]), mp3Frames(10_000)])

    const { facts, length } = await infoOf('song.mp3', song)

    assert.deepEqual(
      [facts['Type'], facts['Title'], facts['Duration']],
      ['audio/mpeg', 'Song', 260.63],
    )
    assert.ok(length < 1.2 * 1024 * 1024)
  })

  it('finds the facts of an MP4 also behind its sound', async () => {
    for (const name of ['a.m4a', 'a.mp4', 'a.mov']) {
      const { facts, length } = await infoOf(name, mp4(5_000_000, false))

      assert.deepEqual([facts['Title'], facts['Duration']], ['Größe', 10], name)
      assert.ok(length < 2.2 * 1024 * 1024)
    }
  })

  it('does not take a film for a song', async () => {
    assert.deepEqual((await infoOf('a.webm', mp3Frames(10))).facts, {
      Type: 'video/webm',
      Size: 4170,
    })
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

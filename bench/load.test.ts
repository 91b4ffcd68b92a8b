import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { answerReader } from './load.ts'

const answers = {
  'a length': 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello',
  'an empty body': 'HTTP/1.1 201 Created\r\ncontent-length: 0\r\n\r\n',
  'no body': 'HTTP/1.1 304 Not Modified\r\nETag: "1"\r\nContent-Length: 5\r\n\r\n',
  chunks:
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\na\r\n0123456789\r\n0\r\n\r\n',
}

describe('answer reader', () => {
  for (const [name, text] of Object.entries(answers)) {
    const status = Number(text.slice(9, 12))

    it(`reads an answer with ${name}, wherever the packets end`, () => {
      for (let size = 1; size <= text.length; size++) {
        const statuses: number[] = []
        const read = answerReader((answer) => statuses.push(answer.status))

        for (let at = 0; at < text.length; at += size) {
          assert.deepEqual(statuses, [])
          read(Buffer.from(text.slice(at, at + size)))
        }

        assert.deepEqual(statuses, [status])
      }
    })
  }

  it('refuses an answer whose end it cannot know', () => {
    const read = answerReader(() => {})

    assert.throws(() => read(Buffer.from('HTTP/1.1 200 OK\r\n\r\nhello')), /without a length/)
  })
})

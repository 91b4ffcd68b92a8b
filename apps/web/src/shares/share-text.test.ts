import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Share } from '@triptych/contract/shares'
import { when } from '../accounts/when.ts'
import { isOver, shareText } from './share-text.ts'

const now = new Date('2026-04-05T12:00:00Z')
const [before, after] = ['2026-04-05T12:00:00.000Z', '2026-04-06T12:00:00.000Z']

function share(about: Partial<Share> = {}): Share {
  return {
    id: '1',
    file: '/a.txt',
    type: 'file',
    access: 'read',
    name: null,
    sharer: null,
    hasPassword: false,
    downloads: null,
    downloaded: 0,
    createdAt: before,
    expiresAt: null,
    ...about,
  }
}

const over = (about: Partial<Share>) => isOver(share(about), now)
const text = (about: Partial<Share>) => shareText(share(about), now)

describe('what is told of a share', () => {
  it('is what is left of it', () => {
    assert.equal(text({}), 'To read · not downloaded yet · no end')
    assert.equal(
      text({ hasPassword: true, downloads: 3, downloaded: 1, expiresAt: after }),
      `To read · with a password · 2 of 3 downloads left · ends ${when(after)}`,
    )
    assert.equal(text({ downloaded: 2 }), 'To read · downloaded 2 times · no end')
    assert.equal(
      text({ access: 'upload', expiresAt: before }),
      `To upload · over since ${when(before)}`,
    )
  })

  it('is that it is over when its time or its downloads are', () => {
    assert.deepEqual(
      [over({}), over({ expiresAt: after }), over({ downloads: 1 })],
      [false, false, false],
    )
    assert.deepEqual(
      [over({ expiresAt: before }), over({ downloads: 1, downloaded: 1 })],
      [true, true],
    )
  })
})

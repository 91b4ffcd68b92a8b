import assert from 'node:assert/strict'
import { it } from 'node:test'
import { kindOf } from './kind-of.ts'

it('a file is shown by the ending of its name', () => {
  assert.equal(kindOf('Photo.JPG'), 'picture')
  assert.equal(kindOf('report.final.pdf'), 'pdf')
  assert.equal(kindOf('README.md'), 'markdown')
  assert.equal(kindOf('page.html'), 'text')
  assert.equal(kindOf('Makefile'), 'text')
  assert.equal(kindOf('song.mp3'), 'audio')
  assert.equal(kindOf('film.mp4'), 'video')
  assert.equal(kindOf('plan.xlsx'), 'other')
  assert.equal(kindOf('nothing'), 'other')
})

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { chooseEncoding } from './accept-encoding.ts'
import type { Encoding } from './accept-encoding.ts'

const all: Encoding[] = ['br', 'gzip', 'identity']

it('takes what the client likes best, and of equals what is smallest', () => {
  const cases: [header: string | null, chosen: Encoding][] = [
    [null, 'identity'],
    ['', 'identity'],
    ['gzip', 'gzip'],
    ['x-gzip', 'gzip'],
    ['GZIP', 'gzip'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip;q=1, br;q=0.5', 'gzip'],
    ['br;q=0.5, gzip ; q=0.8', 'gzip'],
    ['br;q=0.001', 'br'],
    ['br;q=0', 'identity'],
    ['br;q=0, *', 'gzip'],
    ['*', 'br'],
    ['*;q=0', 'identity'],
    ['identity', 'identity'],
    ['identity;q=0.9, gzip;q=0.1', 'identity'],
    ['identity;q=0, gzip;q=0.1', 'gzip'],
    ['deflate', 'identity'],
    ['br;q=2, gzip;q=x', 'identity'],
    [' , ;q=1, gzip', 'gzip'],
  ]

  for (const [header, chosen] of cases)
    assert.equal(chooseEncoding(header, all), chosen, `${header}`)
})

it('takes nothing that is not there', () => {
  assert.equal(chooseEncoding('br, gzip;q=0.5', ['gzip', 'identity']), 'gzip')
  assert.equal(chooseEncoding('br, gzip', ['identity']), 'identity')
  assert.equal(chooseEncoding('identity;q=0', ['identity']), 'identity')
})

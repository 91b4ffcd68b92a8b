import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { claimAndRename, renameUnclaimed, replaceInTwoMoves } from './move-entry.ts'

describe('moving a file without hard links', () => {
  let base: string

  beforeEach(() => {
    base = mkdtempSync(join(tmpdir(), 'move-entry-'))
    writeFileSync(join(base, 'a'), 'new')
  })

  afterEach(() => rmSync(base, { recursive: true, force: true }))

  it('moves it to a free name', () => {
    claimAndRename(join(base, 'a'), join(base, 'b'))

    assert.deepEqual(readdirSync(base), ['b'])
    assert.equal(readFileSync(join(base, 'b'), 'utf8'), 'new')
  })

  it('never replaces', () => {
    writeFileSync(join(base, 'b'), 'old')

    assert.throws(() => claimAndRename(join(base, 'a'), join(base, 'b')), { code: 'EEXIST' })
    assert.equal(readFileSync(join(base, 'b'), 'utf8'), 'old')
  })

  it('takes its claim back when there is nothing to move', () => {
    assert.throws(() => claimAndRename(join(base, 'no'), join(base, 'b')), { code: 'ENOENT' })
    assert.deepEqual(readdirSync(base), ['a'])
  })

  it('moves to a name without a claim only while nothing has it', () => {
    writeFileSync(join(base, 'b'), 'old')

    assert.throws(() => renameUnclaimed(join(base, 'a'), join(base, 'b')), {
      code: 'files.name_taken',
    })
    renameUnclaimed(join(base, 'a'), join(base, 'c'))
    assert.deepEqual(readdirSync(base), ['b', 'c'])
    assert.equal(readFileSync(join(base, 'b'), 'utf8'), 'old')
  })

  it('replaces one in two moves', () => {
    writeFileSync(join(base, 'b'), 'old')

    replaceInTwoMoves(join(base, 'a'), join(base, 'b'), join(base, 'aside'))

    assert.deepEqual(readdirSync(base), ['aside', 'b'])
    assert.equal(readFileSync(join(base, 'b'), 'utf8'), 'new')
    assert.equal(readFileSync(join(base, 'aside'), 'utf8'), 'old')
  })

  it('brings the former one back when there is nothing to replace it', () => {
    writeFileSync(join(base, 'b'), 'old')

    const replace = () => replaceInTwoMoves(join(base, 'no'), join(base, 'b'), join(base, 'aside'))

    assert.throws(replace, { code: 'ENOENT' })
    assert.deepEqual(readdirSync(base), ['a', 'b'])
    assert.equal(readFileSync(join(base, 'b'), 'utf8'), 'old')
  })
})

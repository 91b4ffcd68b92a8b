import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Context } from '../../context.ts'
import { IfMatch, IfNoneMatch, knownVersions, precondition } from './etag.ts'

const context = { workspace: { database: { id: 'db' } } } as Context

/** Whether a write to version 7 may be done. */
const holds = (header: string) => precondition(context, IfMatch.parse(header))!(7)

/** Whether the client has version 7. */
const knows = (header: string | undefined) => knownVersions(context, IfNoneMatch.parse(header))(7)

describe('If-Match', () => {
  it('fits the version it names, alone or among others', () => {
    for (const header of ['"db-7"', ' "db-7" ', '"x","db-7"', '"a,b" , "db-7"', '*']) {
      assert.equal(holds(header), true, header)
    }
  })

  it('fits no other version, no other database and no weak tag', () => {
    for (const header of ['"db-6"', '"other-7"', 'W/"db-7"', '"db-7,db-6"', '"*"']) {
      assert.equal(holds(header), false, header)
    }
  })

  it('fits nothing that is not there', () => {
    assert.equal(precondition(context, IfMatch.parse('*'))!(null), false)
  })

  it('is refused where it names no tag at all', () => {
    for (const header of ['', 'db-7', '7', '"db-7', '"a" "b"', '*, "a"', 'w/"a"']) {
      assert.equal(IfMatch.safeParse(header).success, false, header)
    }
  })

  it('asks for nothing where it is not sent', () => {
    assert.equal(precondition(context, IfMatch.parse(undefined)), null)
  })
})

describe('If-None-Match', () => {
  it('knows the version it names, weak or strong', () => {
    for (const header of ['"db-7"', 'W/"db-7"', '"x", W/"db-7"', '*']) {
      assert.equal(knows(header), true, header)
    }
  })

  it('knows nothing else, and whatever it is, it does no harm', () => {
    for (const header of ['"db-6"', 'db-7', '', '"', '"x,db-7"', undefined]) {
      assert.equal(knows(header), false, header)
    }
  })
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { AppError } from '../../errors.ts'
import { whileBusy } from './while-busy.ts'

function refusal(code: string): AppError {
  return Object.assign(new AppError('files.denied', 'The operating system does not allow it.'), {
    cause: Object.assign(new Error(code), { code }),
  })
}

describe('a file that another program has open', () => {
  for (const code of ['EPERM', 'EACCES', 'EBUSY']) {
    it(`is tried again on Windows after ${code}, until it is free`, async () => {
      let calls = 0
      const call = () => {
        calls += 1
        if (calls < 3) throw refusal(code)
        return 'done'
      }

      assert.equal(await whileBusy(call, true), 'done')
      assert.equal(calls, 3)
    })
  }

  it('is refused in the end, as the system said', async () => {
    let calls = 0
    const call = () => {
      calls += 1
      throw refusal('EBUSY')
    }

    await assert.rejects(whileBusy(call, true), { code: 'files.denied' })
    assert.equal(calls, 7)
  })

  it('is not tried again after anything else, or elsewhere', async () => {
    let calls = 0
    const call = (error: Error) => () => {
      calls += 1
      throw error
    }

    await assert.rejects(whileBusy(call(refusal('EROFS')), true), { code: 'files.denied' })
    await assert.rejects(whileBusy(call(new AppError('files.name_taken', 'x')), true))
    await assert.rejects(whileBusy(call(refusal('EBUSY')), false), { code: 'files.denied' })
    assert.equal(calls, 3)
  })
})

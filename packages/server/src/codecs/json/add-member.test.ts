import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { addMember } from './add-member.ts'

async function added(text: string, length: number): Promise<string> {
  const bytes = new TextEncoder().encode(text)
  const pieces = Array.from({ length: Math.ceil(bytes.length / length) }, (_, index) =>
    bytes.subarray(index * length, (index + 1) * length),
  )
  const parts: Uint8Array[] = []
  for await (const part of addMember(pieces, '$n', ({ id }) => Number(id) * 2)) parts.push(part)
  return Buffer.concat(parts).toString()
}

describe('a member that is added to each object of an array', () => {
  it('leaves the rest as it is, however the pieces are cut', async () => {
    const list = [
      { id: 1, text: 'a "}]" \\ ü 🎬' },
      { id: 2, in: { id: 9, list: [{}, [1]] } },
      { id: 3, text: '{"id":7,' },
    ]
    const expected = list.map((one) => ({ ...one, $n: one.id * 2 }))
    for (const length of [1, 2, 3, 7, 1000]) {
      assert.deepEqual(JSON.parse(await added(JSON.stringify(list), length)), expected)
      assert.deepEqual(JSON.parse(await added(JSON.stringify(list, null, 2), length)), expected)
    }
  })

  it('is in none where there is none', async () => {
    assert.equal(await added('[]', 1), '[]')
  })
})

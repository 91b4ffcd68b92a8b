import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { createTriptych } from '../../server/src/index.ts'
import { patient } from '../../server/test/fixtures/patient.ts'
import { commentsOn, openServer, redo, undo } from '../src/index.ts'

const triptych = await createTriptych({ data: ':memory:', port: 0 })
const { url } = await triptych.listen()
const [ours, theirs] = [openServer({ url }), openServer({ url })]
after(async () => {
  ours.close()
  theirs.close()
  await triptych.close()
})

describe('comments on a thing', () => {
  it('are listed, written, changed and removed', async () => {
    const comments = commentsOn(ours, 'films/1')
    const one = await comments.add('one')
    const changed = await comments.change(one.id, 'two')

    assert.deepEqual([changed.text, changed.of], ['two', 'films/1'])
    assert.deepEqual(await comments.list(), [changed])
    await comments.remove(one.id)
    assert.deepEqual(await comments.list(), [])
  })

  it('are taken back like all else that was done, and count until they are saved', async () => {
    const comments = commentsOn(ours, 'films/1')
    const counts: number[] = []
    const end = ours.onUnsaved((count) => counts.push(count))
    const { id } = await comments.add('one')
    end()
    assert.deepEqual(counts.slice(-2), [1, 0])
    await comments.change(id, 'two')
    await undo(ours)
    assert.deepEqual(
      (await comments.list()).map(({ text }) => text),
      ['one'],
    )
    await undo(ours)
    assert.deepEqual(await comments.list(), [])
    await redo(ours)
    await comments.remove(id)
    await undo(ours)
    assert.deepEqual(
      (await comments.list()).map(({ text }) => text),
      ['one'],
    )
  })

  it('tell when others have said something about it, and about nothing else', async (t) => {
    let told = 0
    const comments = commentsOn(ours, 'films/2')
    const end = await comments.follow(() => told++)
    await commentsOn(theirs, 'films/3').add('elsewhere')
    const { id } = await commentsOn(theirs, 'films/2').add('here')
    await t.waitFor(() => assert.equal(told, 1), patient)
    await commentsOn(theirs, 'films/2').remove(id)
    await t.waitFor(() => assert.equal(told, 2), patient)
    end()
  })
})

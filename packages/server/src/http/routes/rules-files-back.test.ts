import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Problem } from '@triptych/contract/errors'
import type { HistoryPage } from '@triptych/contract/history'
import type { Somebody } from '../../../test/fixtures/accounts-api.ts'
import type { Answer } from '../../../test/fixtures/api.ts'
import {
  assertRefused,
  create,
  forbidden,
  ok,
  remove,
  rename,
  site,
  transfer,
  upload,
} from '../../../test/fixtures/ruled-files.ts'

/** What the owner did, as a step that others can name. */
async function stepOf({ ask }: Somebody, answer: Promise<Answer>): Promise<string> {
  await ok(answer)
  const { steps } = await ok<HistoryPage>(ask('GET', '/history?limit=1'))
  return steps[0]?.step ?? assert.fail('no step')
}
const headOf = async ({ ask }: Somebody) =>
  (await ok<HistoryPage>(ask('GET', '/history?limit=1'))).steps[0]!.revision
const restore = ({ ask }: Somebody, path: string, revision: number) =>
  ask('POST', '/history/restore', { of: `files${path}`, at: revision })
const undo = ({ ask }: Somebody, step: string) => ask('POST', '/undo', { step })
const missing = [404, 'files.not_found'] as const

describe('files that are not theirs', () => {
  it('are not brought back to how they were', async () => {
    const { ed, owner } = await site()
    for (const path of ['/docs/secret/gone.txt', '/docs/secret/sub/deep.txt']) {
      await ok(upload(owner, '/', path.slice(1)))
    }
    const then = await headOf(owner)
    for (const name of ['k.txt', 's.txt']) await ok(upload(owner, '/docs', name, 'new', 'replace'))
    await ok(upload(owner, '/docs/secret/deep', 't.txt', 'new', 'replace'))
    await ok(rename(owner, '/docs/fixed/f.txt', 'new.txt'))
    await ok(remove(owner, '/docs/secret/gone.txt', '/docs/secret/sub'))
    await ok(create(owner, '/docs/fixed', 'made'))
    const head = await headOf(owner)

    const refused: [string, readonly [number, string]][] = [
      ['', forbidden],
      ['/docs', forbidden],
      ['/docs/fixed', forbidden],
      ['/docs/fixed/new.txt', forbidden],
      ['/docs/k.txt', forbidden],
      ['/docs/s.txt', missing],
      ['/docs/secret', missing],
      ['/docs/secret/deep', missing],
      ['/docs/secret/gone.txt', missing],
      ['/docs/secret/sub', missing],
      ['/docs/secret/sub/deep.txt', missing],
      ['/docs/secret/none.txt', missing],
    ]
    for (const [path, expected] of refused) {
      const { status, json } = await restore(ed, path, then)
      assert.deepEqual([status, (json as Problem).code], expected, path)
    }
    assert.equal(await headOf(owner), head)
  })

  it('neither come out of what is restored, nor into it', async () => {
    const { ed, owner } = await site()
    await ok(upload(owner, '/ab', 'y.txt'))
    for (const [from, to, expected] of [
      ['/ab/x.txt', '/docs/secret', missing],
      ['/ab/x.txt', '/docs/fixed', forbidden],
      ['/docs/secret/deep', '/ab', forbidden],
      ['/docs/fixed/f.txt', '/ab', forbidden],
      // From before it was moved nothing is told, as with every change of rules.
      ['/docs/s.txt', '/ab', [409, 'history.not_kept']],
    ] as const) {
      const then = await headOf(owner)
      const step = await stepOf(owner, transfer(owner, 'move', [from], to))
      const head = await headOf(owner)

      assertRefused(await restore(ed, '/ab', then), expected)

      assert.equal(await headOf(owner), head, from)
      await ok(undo(owner, step))
    }
  })

  it('are not changed by what is taken back', async () => {
    const { ed, owner } = await site()
    const gone = [409, 'history.gone'] as const
    const doings: [readonly [number, string], () => Promise<Answer>][] = [
      [gone, () => transfer(owner, 'move', ['/docs/secret/deep'], '/docs/open')],
      [gone, () => transfer(owner, 'move', ['/docs/o.txt'], '/docs/secret')],
      [forbidden, () => transfer(owner, 'move', ['/docs/o.txt'], '/docs/fixed')],
      [forbidden, () => transfer(owner, 'move', ['/docs/fixed/f.txt'], '/docs/open')],
      [gone, () => rename(owner, '/docs/s.txt', 's2.txt')],
      [forbidden, () => rename(owner, '/docs/k.txt', 'k2.txt')],
      [gone, () => create(owner, '/docs/secret', 'made')],
      [forbidden, () => create(owner, '/docs/fixed', 'made')],
      [gone, () => upload(owner, '/docs', 's.txt', 'new', 'replace')],
      [forbidden, () => upload(owner, '/docs', 'k.txt', 'new', 'replace')],
      [gone, () => remove(owner, '/docs/secret/deep')],
      [forbidden, () => remove(owner, '/docs/fixed/f.txt')],
      [forbidden, () => remove(owner, '/docs')],
    ]
    for (const [expected, does] of doings) {
      const step = await stepOf(owner, does())
      const head = await headOf(owner)

      const answer = await undo(ed, step)

      assertRefused(answer, expected)
      assert.equal(await headOf(owner), head)
      await ok(undo(owner, step))
    }
  })
})

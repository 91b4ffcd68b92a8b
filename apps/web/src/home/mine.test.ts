import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { filesIn, myTasks, sameName } from './mine.ts'
import type { AskWorkspace } from './use-answer-of.ts'

const plan: Record<string, unknown> = {
  resources: [
    { id: 1, parent: 0, name: 'Ada' },
    { id: 2, parent: 0, name: 'Bob' },
  ],
  'assignments?resource=1': [
    { id: 1, task: 5, resource: 1 },
    { id: 2, task: 6, resource: 1 },
    { id: 3, task: 7, resource: 1 },
    { id: 4, task: 8, resource: 1 },
  ],
  'tasks/5/self': { text: 'Later', end: '2026-05-02T00:00:00', progress: 0 },
  'tasks/6/self': { text: 'Soon', end: '2026-05-01T00:00:00', progress: 50 },
  'tasks/7/self': { text: 'Done', end: '2026-04-01T00:00:00', progress: 100 },
}
const ask: AskWorkspace = async <T>(path: string) => {
  if (!(path in plan)) throw new Error('There is no such task.')
  return plan[path] as T
}

function step(at: string, ...names: string[]) {
  return { at, entries: names.map((name) => ({ area: 'files', entity: `files/docs/${name}` })) }
}

describe('what is mine', () => {
  it('are the tasks that are not done, the next first, without those that are gone', async () => {
    const texts = (await myTasks(ask, ' ada')).map(({ text }) => text)
    assert.deepEqual(texts, ['Soon', 'Later'])
    assert.deepEqual(await myTasks(ask, 'Nobody'), [])
  })

  it('goes by the name, which is not empty', () => {
    assert.ok(sameName('Zoe\u0308', ' zo\u00EB '))
    assert.ok(!sameName('', ' '))
  })

  it('are the files of the history, each once, the last first', () => {
    const page = { steps: [step('2026-05-02', 'b', 'a'), step('2026-05-01', 'a', 'c')] }
    const files = filesIn(page as unknown as Parameters<typeof filesIn>[0])
    assert.deepEqual(
      files.map(({ path, place, at }) => [path.join('/'), place, at]),
      [
        ['docs/b', '#/files/docs', '2026-05-02'],
        ['docs/a', '#/files/docs', '2026-05-02'],
        ['docs/c', '#/files/docs', '2026-05-01'],
      ],
    )
  })
})

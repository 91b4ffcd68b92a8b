import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { filesIn, myTasks, sameName } from './mine.ts'
import type { AskWorkspace } from './use-answer-of.ts'

const due = (...tasks: [id: number, text: string, end: string | null][]) => ({
  tasks: tasks.map(([id, text, end]) => ({ id, text, end })),
})
const plan: Record<string, unknown> = {
  resources: [
    { id: 1, parent: 0, name: 'Ada' },
    { id: 2, parent: 0, name: 'Bob' },
    { id: 3, parent: 0, name: 'ADA' },
  ],
  'schedule/due?resource=1&limit=8': due(
    [6, 'Soon', '2026-05-01T00:00:00'],
    [5, 'Later', '2026-05-03T00:00:00'],
    [8, 'Some time', null],
  ),
  'schedule/due?resource=3&limit=8': due(
    [6, 'Soon', '2026-05-01T00:00:00'],
    [7, 'Next', '2026-05-02T00:00:00'],
  ),
}
const ask: AskWorkspace = async <T>(path: string) => plan[path] as T

function step(at: string, ...names: string[]) {
  return { at, entries: names.map((name) => ({ area: 'files', entity: `files/docs/${name}` })) }
}

describe('what is mine', () => {
  it('are the tasks of all who are called so, each once, the next first', async () => {
    const texts = (await myTasks(ask, ' ada')).map(({ text }) => text)
    assert.deepEqual(texts, ['Soon', 'Next', 'Later', 'Some time'])
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

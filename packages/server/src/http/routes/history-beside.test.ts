import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { HistoryPage } from '@triptych/contract/history'
import { api } from '../../../test/fixtures/api.ts'
import { client } from '../../../test/fixtures/doings.ts'
import type { Client } from '../../../test/fixtures/doings.ts'

async function operationsOf(ann: Client, of: string): Promise<string[]> {
  const { steps } = (await ann.good('GET', `/history?of=${of}`)) as unknown as HistoryPage
  return steps.flatMap(({ entries }) => entries.map(({ operation }) => operation))
}

it('the history of a task tells of its comments, links and assignments, and of no others', async () => {
  const ann = client(await api(), 'ann')
  const task = { start: '2026-04-05T00:00:00', duration: 1 }
  const ids: number[] = []
  for (const text of ['one', 'two', 'three']) {
    ids.push(Number((await ann.good('POST', '/tasks', { text, ...task }))['id']))
  }
  const resource = await ann.good('POST', '/resources', { name: 'Ben' })
  const [one, two, three] = ids
  const link = await ann.good('POST', '/links', { source: one, target: two, type: 'e2s' })
  await ann.good('PUT', `/links/${String(link['id'])}`, { type: 's2s' })
  await ann.good('POST', '/assignments', { task: one, resource: resource['id'], units: 50 })
  await ann.good('POST', '/comments', { of: `tasks/${one}`, text: 'said' })
  await ann.good('POST', '/comments', { of: `tasks/${three}`, text: 'of another' })

  const links = ['link-updated', 'link-added']
  const own = ['comment-added', 'assignment-added', ...links, 'task-added']
  assert.deepEqual(await operationsOf(ann, `tasks/${one}`), own)
  assert.deepEqual(await operationsOf(ann, `tasks/${two}`), [...links, 'task-added'])
  assert.deepEqual(await operationsOf(ann, `tasks/${three}`), ['comment-added', 'task-added'])
})

it('the history of a row and of a file tells of what is said of them', async () => {
  const ann = client(await api(), 'ann')
  const { id } = await ann.good('POST', '/films', { name: 'New' })
  await ann.good('POST', '/comments', { of: `films/${String(id)}`, text: 'of the film' })
  await ann.good('POST', '/files/%2F', { name: 'docs', type: 'folder' })
  const comment = await ann.good('POST', '/comments', { of: 'files/docs', text: 'of the folder' })
  await ann.good('PUT', `/comments/${String(comment['id'])}`, { text: 'more of it' })

  const said = ['comment-added', 'row-added']
  assert.deepEqual(await operationsOf(ann, `films/${String(id)}`), said)
  const ofFolder = ['comment-updated', 'comment-added', 'file-added']
  assert.deepEqual(await operationsOf(ann, 'files/docs'), ofFolder)
})

it('the history says what a comment is on', async () => {
  const ann = client(await api(), 'ann')
  const { id } = await ann.good('POST', '/tasks', { text: 'Dig', duration: 1 })
  await ann.good('POST', '/files/%2F', { name: 'docs', type: 'folder' })
  for (const thing of [`tasks/${String(id)}`, 'films/1', 'files/docs']) {
    await ann.good('POST', '/comments', { of: thing, text: 'said' })
  }
  const { steps } = (await ann.good('GET', '/history?limit=3')) as unknown as HistoryPage
  assert.deepEqual(
    steps.map(({ text }) => text),
    ['commented on docs', 'commented on Alien', 'commented on Dig'],
  )
})

import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { HistoryPage } from '@triptych/contract/history'
import { accountsServer } from '../../../test/fixtures/accounts-api.ts'
import { api } from '../../../test/fixtures/api.ts'
import type { Body } from '../../../test/fixtures/api.ts'
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

it('the history of a task tells of comments, links and assignments that are deleted', async () => {
  const ann = client(await api(), 'ann')
  const ids: number[] = []
  for (const text of ['one', 'two', 'three']) {
    ids.push(Number((await ann.good('POST', '/tasks', { text, duration: 1 }))['id']))
  }
  const [one, two, three] = ids
  const resource = await ann.good('POST', '/resources', { name: 'Ben' })
  // What a client keeps in a link of its own may have the same names.
  const more = { note: { id: 1, source: three, target: three } }
  const link = await ann.good('POST', '/links', { ...more, source: one, target: two, type: 'e2s' })
  const other = await ann.good('POST', '/links', { source: two, target: three, type: 'e2s' })
  const assigned = { task: one, resource: resource['id'], units: 50 }
  const assignment = await ann.good('POST', '/assignments', assigned)
  const comment = await ann.good('POST', '/comments', { of: `tasks/${one}`, text: 'said' })
  await ann.good('PUT', `/comments/${String(comment['id'])}`, { text: 'more of it' })
  await ann.good('DELETE', `/links/${String(link['id'])}`)
  await ann.good('DELETE', `/assignments/${String(assignment['id'])}`)
  await ann.good('DELETE', `/comments/${String(comment['id'])}`)

  assert.deepEqual(await operationsOf(ann, `tasks/${one}`), [
    'comment-deleted',
    'assignment-deleted',
    'link-deleted',
    'comment-updated',
    'comment-added',
    'assignment-added',
    'link-added',
    'task-added',
  ])
  const links = ['link-deleted', 'link-added', 'link-added']
  assert.deepEqual(await operationsOf(ann, `tasks/${two}`), [...links, 'task-added'])
  // A link goes with either of its tasks.
  await ann.good('DELETE', `/tasks/${two}`)
  assert.deepEqual(await operationsOf(ann, `tasks/${three}`), ['link-added', 'task-added'])
  assert.deepEqual(await operationsOf(ann, `links/${String(other['id'])}`), ['link-added'])
})

it('the history of a row and of a file tells of comments that are deleted, under whatever name', async () => {
  const ann = client(await api(), 'ann')
  const said = async (of: string): Promise<string> =>
    String((await ann.good('POST', '/comments', { of, text: `of ${of}` }))['id'])
  const drop = (comment: string) => ann.good('DELETE', `/comments/${comment}`)
  const folder = (name: string) => ann.good('POST', '/files/%2F', { name, type: 'folder' })
  const rename = (path: string, name: string) =>
    ann.good('PUT', `/files/${encodeURIComponent(path)}`, { operation: 'rename', name })

  const ofRow = await said('films/1')
  await drop(await said('films/2'))
  await ann.good('PATCH', '/tables/films', { changes: [{ rename: 'movies' }] })
  await drop(ofRow)
  const comments = ['comment-deleted', 'comment-added']
  assert.deepEqual(await operationsOf(ann, 'movies/1'), [...comments, 'row-added'])

  const name = `a "name" with \\ and 😀 ${'and more '.repeat(20)}!`
  await folder(name)
  const ofFolder = await said(`files/${name}`)
  await rename(`/${name}`, 'b')
  await folder(name)
  await drop(await said(`files/${name}`))
  await rename('/b', 'c')
  await drop(ofFolder)
  const own = ['comment-deleted', 'file-moved', 'file-moved', 'comment-added', 'file-added']
  assert.deepEqual(await operationsOf(ann, 'files/c'), own)
  const another = [...comments, 'file-added']
  assert.deepEqual(await operationsOf(ann, encodeURIComponent(`files/${name}`)), another)
})

it('the history of a task does not tell of links that went to what is hidden', async () => {
  const people = await accountsServer()
  const edith = await people.invite('Edith', 'editor')
  const { ask } = people.owner
  const good = async (
    method: string,
    path: string,
    body?: Body,
  ): Promise<Record<string, unknown>> => {
    const { status, json } = await ask(method, path, body)
    assert.equal(status, 200, `${method} ${path} ${JSON.stringify(json)}`)
    return json as Record<string, unknown>
  }
  const [seen, hidden] = [
    (await good('POST', '/tasks', { text: 'seen', duration: 1 }))['id'],
    (await good('POST', '/tasks', { text: 'hidden', duration: 1 }))['id'],
  ]
  const subject = { kind: 'everyone' }
  await good('PUT', '/auth/rules', {
    thing: { kind: 'branch', task: hidden },
    subject,
    access: 'none',
  })
  const link = await good('POST', '/links', { source: seen, target: hidden, type: 'e2s' })
  const of = `tasks/${String(seen)}`
  const comment = await good('POST', '/comments', { of, text: 'said' })
  await good('DELETE', `/links/${String(link['id'])}`)
  await good('DELETE', `/comments/${String(comment['id'])}`)
  const operations = async (by: typeof edith): Promise<string[]> => {
    const { json } = await by.ask('GET', `/history?of=${of}`)
    return (json as HistoryPage).steps.flatMap(({ entries }) => entries.map((one) => one.operation))
  }
  assert.deepEqual(await operations(edith), ['comment-deleted', 'comment-added'])
  const all = ['comment-deleted', 'link-deleted', 'comment-added', 'link-added', 'task-added']
  assert.deepEqual(await operations(people.owner), all)
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

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { assertShowsDrive, assertSameList, pathsOf } from './files-drive.ts'
import { filesServer } from './files-server.ts'

const seed = { '/docs/plan.txt': 'plan', '/docs/old/one.txt': 'one', '/notes.txt': 'notes' }

describe('two pages', () => {
  it('see what the other has done when they load anew', async (t) => {
    const server = await filesServer(t, seed)
    const [one, two] = [await server.open(), await server.open()]
    await one.openAll()
    await two.openAll()

    await one.upload('/docs', 'new.txt', 'new')
    await one.create('/', 'folder', 'folder')
    await two.rename('/notes.txt', 'renamed.txt')
    await one.copy(['/docs'], '/folder')
    await two.remove(['/docs/old'])

    for (const page of [one, two]) {
      const fresh = await assertShowsDrive(await page.reload(), server)
      assertSameList(
        pathsOf(fresh),
        [
          '/docs/',
          '/docs/new.txt',
          '/docs/plan.txt',
          '/folder/',
          '/folder/docs/',
          '/folder/docs/new.txt',
          '/folder/docs/old/',
          '/folder/docs/old/one.txt',
          '/folder/docs/plan.txt',
          '/renamed.txt',
        ],
        'a new page and what was done',
      )
    }
  })

  it('see what the other has done in a folder they refresh', async (t) => {
    const server = await filesServer(t, seed)
    const [one, two] = [await server.open(), await server.open()]
    await two.openAll()

    await one.open('/docs')
    await one.rename('/docs/plan.txt', 'done.txt')
    await one.upload('/docs', 'new.txt', 'new')
    await two.refresh('/docs')

    await assertShowsDrive(two, server)
  })

  it('leave their traces in the log', async (t) => {
    const server = await filesServer(t, seed)
    const [one, two] = [await server.open(), await server.open()]
    await one.openAll()
    await two.openAll()

    await one.create('/', 'new.txt')
    await two.upload('/docs', 'up.txt', 'bytes')
    await one.rename('/new.txt', 'newer.txt')
    await one.move(['/newer.txt', '/notes.txt'], '/docs')
    await two.copy(['/docs/old'], '/')
    await two.remove(['/docs/old', '/docs/up.txt'])

    const log = await server.log()
    assert.ok(log.every(({ area }) => area === 'files'))
    const told = log.map(({ operation, entity, before }) =>
      [operation, before?.['id'], entity].filter(Boolean).join(' '),
    )
    assert.deepEqual(told, [
      'file-added /new.txt',
      'file-added /docs/up.txt',
      'file-moved /new.txt /newer.txt',
      'file-moved /newer.txt /docs/newer.txt',
      'file-moved /notes.txt /docs/notes.txt',
      'file-added /old',
      'file-deleted /docs/old /docs/old',
      'file-deleted /docs/up.txt /docs/up.txt',
    ])
    assert.equal(log[1]?.after?.['size'], 5)
  })

  it('and the server itself add nothing to the log twice', async (t) => {
    const server = await filesServer(t)
    const page = await server.open()

    await page.create('/', 'a', 'folder')
    await page.upload('/a', 'b.txt', 'bytes')
    await page.rename('/a', 'c')
    await page.reload()
    // Longer than the server waits before it looks at what was changed on the disk.
    await new Promise((resolve) => setTimeout(resolve, 150))
    await assertShowsDrive(page, server)

    const answer = await fetch(`${server.url}/changes`)
    assert.equal(((await answer.json()) as unknown[]).length, 3)
  })
})

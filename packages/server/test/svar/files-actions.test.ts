import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openFiles } from './files-client.ts'
import { assertShowsDrive, pathsOf } from './files-drive.ts'
import { filesServer } from './files-server.ts'

const seed = {
  '/docs/plan.txt': 'plan',
  '/docs/old/one.txt': 'one',
  '/docs/old/two.txt': 'two!',
  '/photos/': '',
  '/readme.md': 'read me',
  '/notes.txt': 'notes',
}

describe('the file manager of SVAR shows what is there', { concurrency: 4 }, () => {
  it('when it has been loaded', async (t) => {
    const server = await filesServer(t, seed)
    const page = await server.open()

    assert.deepEqual(pathsOf(page).toSorted(), ['/docs/', '/notes.txt', '/photos/', '/readme.md'])
    await assertShowsDrive(page, server)
  })

  it('when the address of the server ends with a slash', async (t) => {
    const server = await filesServer(t, seed)
    const page = await openFiles(`${server.url}/`)
    await page.openAll()

    await page.create('/docs', 'new.txt')
    await page.move(['/docs/new.txt'], '/photos')
    await page.remove(['/photos/new.txt'])

    await assertShowsDrive(page, server)
  })

  for (const folder of ['/', '/docs', '/docs/old']) {
    it(`after a file was made in ${folder}`, async (t) => {
      const server = await filesServer(t, seed)
      const page = await server.open()
      await page.openAll()

      const { newId } = await page.create(folder, 'new.txt')

      assert.equal((await server.drive()).content.get(newId!), '')
      await assertShowsDrive(page, server)
    })

    it(`after a folder was made in ${folder}, and something in that`, async (t) => {
      const server = await filesServer(t, seed)
      const page = await server.open()
      await page.openAll()

      const { newId } = await page.create(folder, 'new', 'folder')
      await page.create(newId!, 'inner', 'folder')
      await page.upload(`${newId}/inner`, 'a.bin', 'bytes')

      assert.equal((await server.drive()).content.get(`${newId}/inner/a.bin`), 'bytes')
      await assertShowsDrive(page, server)
    })

    it(`after uploads to ${folder}, one of them empty and one of a megabyte`, async (t) => {
      const server = await filesServer(t, seed)
      const page = await server.open()
      await page.openAll()
      const large = Buffer.alloc(1 << 20, 'large ')

      await page.upload(folder, 'a.txt', 'bytes')
      await page.upload(folder, 'empty.txt', '')
      const { newId } = await page.upload(folder, 'large.bin', large)

      assert.deepEqual(await server.download(newId!), large)
      await assertShowsDrive(page, server)
    })
  }

  it('after a file was renamed', async (t) => {
    const server = await filesServer(t, seed)
    const page = await server.open()
    await page.openAll()

    await page.rename('/readme.md', 'LIESMICH')
    await page.rename('/docs/old/one.txt', 'eins.txt')

    const { content } = await server.drive()
    assert.equal(content.get('/LIESMICH'), 'read me')
    assert.equal(content.get('/docs/old/eins.txt'), 'one')
    await assertShowsDrive(page, server)
  })

  it('after the case of a name was changed', async (t) => {
    const server = await filesServer(t, seed)
    const page = await server.open()

    await page.rename('/readme.md', 'README.md')

    assert.ok((await server.drive()).paths.includes('/README.md'))
    await assertShowsDrive(page, server)
  })

  for (const isOpen of [true, false]) {
    const which = isOpen ? 'an open' : 'a closed'

    it(`after ${which} folder was renamed, and something was done in it`, async (t) => {
      const server = await filesServer(t, seed)
      const page = await server.open()
      if (isOpen) await page.openAll()

      await page.rename('/docs', 'papers')
      await page.open('/papers')
      await page.open('/papers/old')
      await page.rename('/papers/old/one.txt', 'first.txt')

      assert.equal((await server.drive()).content.get('/papers/old/first.txt'), 'one')
      await assertShowsDrive(page, server)
    })

    it(`after ${which} folder and files were moved down`, async (t) => {
      const server = await filesServer(t, seed)
      const page = await server.open()
      if (isOpen) await page.openAll()
      else await page.open('/photos')

      await page.move(['/docs', '/notes.txt', '/readme.md'], '/photos')

      assert.ok((await server.drive()).paths.every((path) => path.startsWith('/photos/')))
      await assertShowsDrive(page, server)
    })

    it(`after ${which} folder and files were copied`, async (t) => {
      const server = await filesServer(t, seed)
      const page = await server.open()
      if (isOpen) await page.openAll()
      else await page.open('/photos')

      await page.copy(['/docs', '/notes.txt', '/readme.md'], '/photos')
      await page.copy(['/photos/docs'], '/')

      const { content } = await server.drive()
      for (const place of ['/docs', '/photos/docs', '/docs.new']) {
        assert.equal(content.get(`${place}/old/two.txt`), 'two!', place)
      }
      await assertShowsDrive(page, server)
    })

    it(`after ${which} folder and files were deleted`, async (t) => {
      const server = await filesServer(t, seed)
      const page = await server.open()
      if (isOpen) await page.openAll()

      await page.remove(['/docs', '/notes.txt'])

      assert.deepEqual((await server.drive()).paths, ['/photos/', '/readme.md'])
      await assertShowsDrive(page, server)
      await server.assertNothingHidden()
    })
  }

  it('after things were moved up to the root', async (t) => {
    const server = await filesServer(t, seed)
    const page = await server.open()
    await page.openAll()

    await page.move(['/docs/old', '/docs/plan.txt'], '/')

    assert.equal((await server.drive()).content.get('/old/two.txt'), 'two!')
    await assertShowsDrive(page, server)
  })

  it('after everything was deleted, one folder after the other', async (t) => {
    const server = await filesServer(t, seed)
    const page = await server.open()
    await page.openAll()

    await page.remove(['/docs/old/one.txt', '/docs/old/two.txt'])
    await page.remove(['/docs/old'])
    await page.remove(['/docs', '/photos', '/readme.md', '/notes.txt'])

    assert.deepEqual((await server.drive()).paths, [])
    await assertShowsDrive(page, server)
  })

  it('after a copy was changed, which leaves the original alone', async (t) => {
    const server = await filesServer(t, seed)
    const page = await server.open()
    await page.openAll()

    await page.copy(['/docs'], '/photos')
    await page.remove(['/photos/docs/old'])
    await page.upload('/photos/docs', 'plan.txt', 'another plan')

    const { content } = await server.drive()
    assert.equal(content.get('/docs/old/one.txt'), 'one')
    assert.equal(content.get('/photos/docs/plan.new.txt'), 'another plan')
    await assertShowsDrive(page, server)
  })

  it('after things were put into a folder that was never opened', async (t) => {
    const server = await filesServer(t, { ...seed, '/photos/notes.txt': 'others' })
    const page = await server.open()

    await page.move(['/readme.md'], '/photos')
    await page.copy(['/notes.txt'], '/photos')

    assert.deepEqual(page.corrected, [{ id: '/photos/notes.txt', newId: '/photos/notes.new.txt' }])
    await page.refresh('/photos')
    await page.refresh('/photos')
    await assertShowsDrive(page, server)
  })
})

import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { lacksFolding, openFoldingDisk } from '../../../test/fixtures/folding-disk.ts'
import type { FoldingDisk } from '../../../test/fixtures/folding-disk.ts'
import { createTriptych } from '../../main.ts'
import type { Triptych } from '../../main.ts'

describe('files on a disk where case makes no difference', { skip: lacksFolding() }, () => {
  let disk: FoldingDisk
  let files: string
  let server: Triptych

  before(async () => {
    disk = await openFoldingDisk()
    files = join(disk.path, 'files')
    mkdirSync(files)
    server = await createTriptych({ data: ':memory:', files, noPage: true, empty: true })
  })

  after(async () => {
    await server.close()
    await disk.end()
  })

  async function ask(method: string, path: string, body?: unknown) {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    const request = new Request(`http://localhost${path}`, { method, ...sent })
    const answer = await server.fetch(request)
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
  }

  const create = (name: string, query = '') =>
    ask('POST', `/files/%2F${query}`, { name, type: 'file' })
  const onDisk = () =>
    readdirSync(files)
      .filter((name) => name !== '.triptych')
      .toSorted()

  it('gives a second one of the name in another case a name of its own', async () => {
    assert.equal((await create('a.txt')).status, 200)

    const second = await create('A.txt')

    assert.equal(second.status, 200)
    assert.deepEqual(onDisk(), ['A.new.txt', 'a.txt'])
  })

  it('changes the case of a name, and of nothing else', async () => {
    writeFileSync(join(files, 'notes.md'), 'text')
    mkdirSync(join(files, 'docs'))
    writeFileSync(join(files, 'docs', 'x'), 'inside')

    const file = await ask('PUT', '/files/%2Fnotes.md', { operation: 'rename', name: 'Notes.md' })
    const folder = await ask('PUT', '/files/%2Fdocs', { operation: 'rename', name: 'Docs' })

    assert.deepEqual([file.status, folder.status], [200, 200])
    assert.deepEqual(
      onDisk().filter((name) => /notes|docs/i.test(name)),
      ['Docs', 'Notes.md'],
    )
    assert.equal(readFileSync(join(files, 'Docs', 'x'), 'utf8'), 'inside')
    const listed = (await ask('GET', '/files/%2FDocs')).body as unknown as { id: string }[]
    assert.deepEqual(
      listed.map(({ id }) => id),
      ['/Docs/x'],
    )
  })

  it('refuses a rename to what another one has in another case, and changes nothing', async () => {
    for (const name of ['one', 'two']) writeFileSync(join(files, name), name)

    const { status, body } = await ask('PUT', '/files/%2Fone', { operation: 'rename', name: 'TWO' })

    assert.deepEqual([status, body['code'] ?? body['error']], [409, 'files.name_taken'])
    assert.equal(readFileSync(join(files, 'two'), 'utf8'), 'two')
    assert.equal(readFileSync(join(files, 'one'), 'utf8'), 'one')
  })

  const bytesOf = () =>
    Object.fromEntries(
      readdirSync(files, { recursive: true, withFileTypes: true, encoding: 'utf8' })
        .filter((entry) => entry.isFile() && !entry.parentPath.includes('.triptych'))
        .map(({ parentPath, name }) => {
          const path = join(parentPath, name)
          return [relative(files, path), readFileSync(path, 'utf8')]
        }),
    )

  for (const conflict of ['replace', 'skip', 'fail']) {
    it(`puts nothing in the place of what has the name in another case, with conflict=${conflict}`, async () => {
      const folder = `clash-${conflict}`
      mkdirSync(join(files, folder))
      mkdirSync(join(files, folder, 'from'))
      writeFileSync(join(files, folder, 'notes.md'), 'old')
      writeFileSync(join(files, folder, 'from', 'NOTES.md'), 'new')
      const before = bytesOf()
      const form = new FormData()
      form.append('file', new File(['new'], 'NOTES.md'))

      const upload = await server.fetch(
        new Request(`http://localhost/upload?id=/${folder}&conflict=${conflict}`, {
          method: 'POST',
          body: form,
        }),
      )
      const answers = [{ status: upload.status, body: (await upload.json()) as object }]
      for (const operation of ['copy', 'move']) {
        const ids = [`/${folder}/from/NOTES.md`]
        answers.push(await ask('PUT', '/files', { operation, ids, target: `/${folder}`, conflict }))
      }

      for (const { status, body } of answers) {
        assert.deepEqual([status, 'code' in body && body.code], [409, 'files.name_taken'])
      }
      assert.deepEqual(bytesOf(), before)
    })
  }

  it('changes the case of a name also where what has it is to be replaced', async () => {
    writeFileSync(join(files, 'case.md'), 'text')

    const answer = await ask('PUT', '/files/%2Fcase.md', {
      operation: 'rename',
      name: 'Case.md',
      conflict: 'replace',
    })

    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    assert.deepEqual(
      onDisk().filter((name) => /^case/i.test(name)),
      ['Case.md'],
    )
    assert.equal(readFileSync(join(files, 'Case.md'), 'utf8'), 'text')
  })
})

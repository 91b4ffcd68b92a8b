import assert from 'node:assert/strict'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import SqliteDatabase from 'better-sqlite3'
import { person } from '../../test/fixtures/person.ts'
import { newPostgresDatabase } from '../../test/fixtures/postgres-server.ts'
import { newFolder } from '../../test/fixtures/run-program.ts'
import { newBucket, noS3 } from '../../test/fixtures/s3-server.ts'
import { createTriptych } from '../index.ts'

const ownPort = ['--port', '0']

async function served(): Promise<string> {
  const data = newFolder()
  await (await createTriptych({ empty: true, port: 0, data })).close()
  return data
}

describe('triptych doctor', () => {
  it('finds nothing wrong where a server could start, and changes nothing', async (t) => {
    const folder = newFolder()
    const { code, said } = await person(t, 'doctor', '--data', join(folder, 'data'), ...ownPort)
    assert.equal(code, 0, said)
    assert.match(said, /^ok {5}Triptych \S+ on Node\.js \d/m)
    assert.match(said, /is not there yet, and can be made\.$/m)
    assert.match(said, /^ok {5}\d+ GiB are free on its disk\.$/m)
    assert.deepEqual(readdirSync(folder), [])

    const again = await person(t, 'doctor', '--data', await served(), ...ownPort)
    assert.equal(again.code, 0, again.said)
    assert.match(again.said, /^ok {5}The database of the workspace main is up to date\.$/m)
  })

  it('says that a server runs, and that its port is in use', async (t) => {
    const data = newFolder()
    const triptych = await createTriptych({ empty: true, port: 0, data })
    t.after(() => triptych.close())
    const { port } = await triptych.listen()

    const { code, said } = await person(t, 'doctor', '--data', data, '--port', String(port))

    assert.equal(code, 0, said)
    assert.match(said, /^ok {5}A server is using the data in /m)
    assert.match(said, new RegExp(`^look {3}Somebody uses port ${port} `, 'm'))
  })

  it('names what is wrong and what to do, in words or in JSON', async (t) => {
    const data = await served()
    const file = join(data, 'workspaces', 'main', 'triptych.sqlite')
    const database = new SqliteDatabase(file)
    database.pragma('user_version = 9999')
    database.close()
    const newer = await person(t, 'doctor', '--data', data, ...ownPort)
    assert.equal(newer.code, 1)
    assert.match(newer.said, /^WRONG {2}The workspace main was written by a newer Triptych/m)
    assert.match(newer.said, /^ {7}Start that version\.$/m)

    writeFileSync(file, 'no database'.repeat(999))
    const { code, said } = await person(t, 'doctor', '--json', '--data', data, ...ownPort)
    assert.equal(code, 1)
    const wrong = (JSON.parse(said) as { level: string; what: string; advice: string }[]).filter(
      ({ level }) => level === 'wrong',
    )
    assert.equal(wrong.length, 1, said)
    assert.match(wrong[0]!.what, /database of the workspace main cannot be read/)
    assert.match(wrong[0]!.advice, /backup/)

    const files = join(newFolder(), 'mistyped')
    const missing = await person(t, 'doctor', '--data', newFolder(), '--files', files, ...ownPort)
    assert.equal(missing.code, 1)
    assert.match(missing.said, /^WRONG {2}There is no folder /m)
  })

  it('tells a wrong setting, and what others could read', async (t) => {
    const config = join(newFolder(), 'triptych.config.json')
    writeFileSync(config, JSON.stringify({ port: 'any' }))
    const wrong = await person(t, 'doctor', '--config', config)
    assert.equal(wrong.code, 1)
    assert.match(wrong.said, /^WRONG {2}Settings: port in /m)

    const everywhere = ['--data', newFolder(), '--host', '0.0.0.0', ...ownPort]
    const open = await person(t, 'doctor', ...everywhere)
    assert.equal(open.code, 1)
    assert.match(open.said, /^WRONG {2}Settings: host '0\.0\.0\.0' lets everybody in /m)
    const plain = await person(t, 'doctor', ...everywhere, '--auth', 'accounts')
    assert.equal(plain.code, 0, plain.said)
    assert.match(plain.said, /^look {3}What is sent can be read on the way/m)
  })

  it('asks PostgreSQL and the bucket', { skip: noS3 }, async (t) => {
    const { url: storage } = await newBucket()
    const database = await newPostgresDatabase()
    const place = ['--data', newFolder(), ...ownPort]
    const fine = await person(t, 'doctor', ...place, '--database', database, '--storage', storage)
    assert.equal(fine.code, 0, fine.said)
    assert.match(fine.said, /^ok {5}PostgreSQL \d+.* answers; it has \d+ workspaces\.$/m)
    assert.match(fine.said, /^ok {5}The bucket answers, and can be written to\.$/m)

    const nowhere = 'postgres://nobody@127.0.0.1:1/none'
    const gone = await person(t, 'doctor', ...place, '--database', nowhere)
    assert.equal(gone.code, 1)
    assert.match(gone.said, /^WRONG {2}PostgreSQL: /m)
    assert.ok(!gone.said.includes('nobody@'))
  })
})

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import type { TestContext } from 'node:test'
import { createTriptych } from '../src/index.ts'
import { eventually } from './files-api.ts'
import { person } from './person.ts'
import { newPostgresDatabase } from './postgres-server.ts'
import { newFolder, run } from './run-program.ts'
import { allIn, newBucket, noS3 } from './s3-server.ts'

/** The archive of a workspace with a few files. */
async function archived(t: TestContext): Promise<Buffer> {
  const data = newFolder()
  await (await createTriptych({ empty: true, port: 0, data })).close()
  const files = join(data, 'workspaces/main/files')
  mkdirSync(files, { recursive: true })
  for (let n = 0; n < 20; n++) writeFileSync(join(files, `${n}.txt`), 'x'.repeat(5000))
  const file = join(newFolder(), 'main.tar')
  const { code, said } = await person(t, 'workspace', 'export', 'main', file, '--data', data)
  assert.equal(code, 0, said)
  return readFileSync(file)
}

const databases = {
  SQLite: async () => null,
  PostgreSQL: newPostgresDatabase,
}

describe('an import into a bucket that is killed', { skip: noS3 }, () => {
  for (const [engine, newDatabase] of Object.entries(databases)) {
    it(`leaves bytes that the next start removes: ${engine}`, async (t) => {
      const archive = await archived(t)
      const { url, client, keys } = await newBucket()
      const data = newFolder()
      const database = await newDatabase()
      // It comes to an end only when we want it to.
      const pipe = join(newFolder(), 'pipe.tar')
      execFileSync('mkfifo', [pipe])
      const flags = [
        '--data',
        data,
        '--storage',
        url,
        ...(database ? ['--database', database] : []),
      ]
      const env = { AWS_ACCESS_KEY_ID: keys.accessKey, AWS_SECRET_ACCESS_KEY: keys.secretKey }
      const { child, ended } = run(['workspace', 'import', 'second', pipe, ...flags], { env })
      const writer = await open(pipe, 'w')
      await writer.write(archive.subarray(0, archive.length - 20_000))
      await eventually(async () => assert.ok((await allIn(client)).keys.length > 3), 20_000)
      child.kill('SIGKILL')
      await ended
      await writer.close()
      assert.ok((await allIn(client)).keys.length > 3)

      const options = { empty: true, port: 0, data, storage: url, database }
      await (await createTriptych(options)).close()

      const left = (await allIn(client)).keys.filter((key) => !key.includes('~claim-'))
      assert.deepEqual(left, [])
      if (!database) assert.deepEqual(readdirSync(join(data, 'workspaces')), ['main'])
    })
  }
})

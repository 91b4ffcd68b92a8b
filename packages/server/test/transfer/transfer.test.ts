import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { TestContext } from 'node:test'
import { createTriptych } from '../../src/index.ts'
import type { Config } from '../../src/config/config.ts'
import { person } from '../fixtures/person.ts'
import { newPostgresDatabase } from '../fixtures/postgres-server.ts'
import { newFolder } from '../fixtures/run-program.ts'
import { newBucketUrl, noS3 } from '../fixtures/s3-server.ts'

type Place = Pick<Partial<Config>, 'data' | 'database' | 'files' | 'storage'>

/** Every combination that makes sense. */
const places: Record<string, () => Promise<Place>> = {
  'SQLite and a folder': async () => ({ data: newFolder() }),
  'SQLite and S3': async () => ({ data: newFolder(), storage: await newBucketUrl() }),
  'PostgreSQL and a folder': async () => ({
    data: newFolder(),
    database: await newPostgresDatabase(),
  }),
  'PostgreSQL and S3': async () => ({
    data: newFolder(),
    database: await newPostgresDatabase(),
    storage: await newBucketUrl(),
  }),
}

function needs(engines: string): { skip: string | false } {
  return { skip: engines.includes('S3') && noS3 }
}

/** A server for the time of `work`. */
async function serving<T>(place: Place, work: (ask: Ask, url: string) => Promise<T>): Promise<T> {
  const triptych = await createTriptych({ ...place, empty: true, port: 0 })
  const { url } = await triptych.listen()
  const ask: Ask = async (method, path, body) => {
    const answer = await fetch(new URL(path, url), {
      method,
      ...(body === undefined
        ? {}
        : { body: body instanceof FormData ? body : JSON.stringify(body) }),
    })
    const text = await answer.text()
    assert.equal(answer.status, 200, `${method} ${path}: ${text.slice(0, 300)}`)
    return text
  }
  try {
    return await work(ask, url)
  } finally {
    await triptych.close()
  }
}

type Ask = (method: string, path: string, body?: unknown) => Promise<string>

function form(name: string, bytes: string | Uint8Array<ArrayBuffer>): FormData {
  const data = new FormData()
  data.set('file', new Blob([bytes]), name)
  return data
}

const noise = Uint8Array.from({ length: 2_500_000 }, (_, n) => (n * 7919) % 251)

/** Something of everything. */
async function fill(ask: Ask): Promise<void> {
  await ask('POST', 'tables', {
    name: 'films',
    columns: [
      { name: 'name', type: 'text', nullable: false },
      { name: 'rating', type: 'number' },
      { name: 'code', type: 'text', unique: true },
      { name: 'double', formula: 'rating * 2' },
    ],
  })
  for (const n of [1, 2, 3]) {
    await ask('POST', 'films', { name: `Föö ${n}`, rating: n / 3, code: `c${n}` })
  }
  await ask('DELETE', 'films/2')
  await ask('POST', 'tasks', { text: 'Plan', start: '2026-04-05T00:00:00', duration: 3 })
  await ask('POST', 'tasks', { text: 'Next', start: '2026-04-08T00:00:00', duration: 1 })
  await ask('POST', 'links', { source: 1, target: 2, type: 'e2s' })
  await ask('POST', 'files/%2F', { name: 'empty folder', type: 'folder' })
  await ask('POST', 'upload?id=%2F', form('höhe & breite.txt', 'text'))
  await ask('POST', 'upload?id=%2F', form('noise.bin', noise))
  await ask('POST', 'upload?id=%2Fempty%20folder', form('none.txt', ''))
  await ask('PUT', 'files', { operation: 'copy', ids: ['/noise.bin'], target: '/empty folder' })
  await ask('PUT', 'files/%2Fempty%20folder', { operation: 'rename', name: 'full folder' })
  await ask('POST', 'workspaces', { name: 'second' })
  await ask('POST', 'w/second/upload?id=%2F', form('other.txt', 'other'))
}

/** What people can see of a workspace, once everything was looked into. */
async function seen(ask: Ask): Promise<unknown> {
  for (const info of ['info', 'w/second/info']) {
    while (!(JSON.parse(await ask('GET', info)) as { complete: boolean }).complete) await pause(20)
  }
  const paths = [
    'tables',
    'films',
    'tasks',
    'links',
    'changes/audit?since=0&limit=1000',
    'workspaces',
  ]
  const folders = ['files/%2F', 'files/%2Ffull%20folder', 'w/second/files']
  const answers: Record<string, unknown> = {}
  for (const path of [...paths, ...folders]) answers[path] = JSON.parse(await ask('GET', path))
  for (const id of ['/höhe & breite.txt', '/noise.bin', '/full folder/noise.bin']) {
    const content = await ask('GET', `direct?id=${encodeURIComponent(id)}`)
    answers[id] = createHash('sha256').update(content).digest('hex')
  }
  answers['other'] = await ask('GET', 'w/second/direct?id=%2Fother.txt')
  return answers
}

function settingsIn(place: Place): string[] {
  return Object.entries(place).flatMap(([name, value]) => [`--${name}`, String(value)])
}

function dateOf({ data = '' }: Place, path: string): number {
  return statSync(join(data, 'workspaces/main/files', path)).mtimeMs
}

describe('moving house', () => {
  const names = Object.keys(places)
  for (const [at, name] of names.entries()) {
    const next = names[(at + 1) % names.length]!
    it(`brings everything from ${name} to ${next}`, needs(name + next), async (t) => {
      const from = await places[name]!()
      const to = await places[next]!()
      const before = await serving(from, async (ask) => {
        await fill(ask)
        return seen(ask)
      })
      const configs = [from, to].map((place) => {
        const file = join(newFolder(), 'config.json')
        writeFileSync(file, JSON.stringify(place))
        return file
      })

      const { code, said } = await person(t, 'migrate', '--from', configs[0]!, '--to', configs[1]!)
      assert.equal(code, 0, said)
      assert.match(said, /main: 4 files of 5,000,004 bytes/)
      assert.deepEqual(await serving(to, seen), before)

      await serving(to, (ask) => ask('POST', 'films', { name: 'new', code: 'c9' }))
      const again = await person(t, 'migrate', '--from', configs[0]!, '--to', configs[1]!)
      assert.equal(again.code, 1)
      assert.match(again.said, /another workspace named main/)
    })

    it(`brings back a backup of a running server on ${name}`, needs(name), async (t) => {
      const place = await places[name]!()
      const kept = newFolder()
      const before = await serving(place, async (ask, url) => {
        await fill(ask)
        const { code, said } = await person(t, 'backup', kept, '--url', url)
        assert.equal(code, 0, said)
        return seen(ask)
      })
      const target = await places[name]!()
      const { code, said } = await person(t, 'restore', kept, ...settingsIn(target))
      assert.equal(code, 0, said)
      assert.deepEqual(await serving(target, seen), before)
    })
  }
})

async function exported(t: TestContext): Promise<{ file: string; place: Place }> {
  const place = { data: newFolder() }
  await serving(place, fill)
  const file = join(newFolder(), 'main.tar')
  const { code, said } = await person(t, 'workspace', 'export', 'main', file, ...settingsIn(place))
  assert.equal(code, 0, said)
  return { file, place }
}

describe('an archive', () => {
  it('is a tar that any tool can look into', async (t) => {
    const { file } = await exported(t)
    const { execFileSync } = await import('node:child_process')
    const list = execFileSync('tar', ['tf', file], { encoding: 'utf8', env: { LC_ALL: 'C.UTF-8' } })
    assert.match(list, /files\/full folder\/noise\.bin/)
    assert.match(list, /end\.json/)
  })

  it('is refused when a byte of it was changed, and nothing is there then', async (t) => {
    const { file } = await exported(t)
    const good = readFileSync(file)
    for (let tries = 0; tries < 12; tries++) {
      const bytes = Buffer.from(good)
      const at = Math.floor((bytes.length * (tries + 0.5)) / 12)
      bytes[at] = bytes[at]! ^ 1
      writeFileSync(file, bytes)
      const place = { data: newFolder() }
      const { code } = await person(t, 'workspace', 'import', 'x', file, ...settingsIn(place))
      assert.equal(code, 1, `byte ${at}`)
      const left = readdirSync(join(place.data, 'workspaces')).filter((name) => name === 'x')
      assert.deepEqual(left, [])
    }
  })

  it('is refused when its end is missing', async (t) => {
    const { file } = await exported(t)
    const bytes = readFileSync(file)
    writeFileSync(file, bytes.subarray(0, bytes.length - 5000))
    const { code, said } = await person(t, 'workspace', 'import', 'x', file, '--data', newFolder())
    assert.equal(code, 1)
    assert.match(said, /too early|damaged/)
  })

  it('never replaces a workspace', async (t) => {
    const { file, place } = await exported(t)
    const { code, said } = await person(
      t,
      'workspace',
      'import',
      'main',
      file,
      ...settingsIn(place),
    )
    assert.equal(code, 1)
    assert.match(said, /There is a workspace named main/)
  })

  it('is not written where a server has the data', async (t) => {
    const place = { data: newFolder() }
    await serving(place, async () => {
      const file = join(newFolder(), 'main.tar')
      const { code, said } = await person(
        t,
        'workspace',
        'export',
        'main',
        file,
        ...settingsIn(place),
      )
      assert.equal(code, 1)
      assert.match(said, /server|process/)
      assert.equal(existsSync(file), false)
    })
  })

  it('keeps the dates of files and folders', async (t) => {
    const { file, place } = await exported(t)
    const target = { data: newFolder() }
    const { code } = await person(t, 'workspace', 'import', 'main', file, ...settingsIn(target))
    assert.equal(code, 0)
    for (const path of ['noise.bin', 'full folder', 'full folder/none.txt']) {
      assert.ok(Math.abs(dateOf(place, path) - dateOf(target, path)) < 0.01, path)
    }
  })
})

describe('a backup of a server that is being worked on', () => {
  for (const [name, newPlace] of Object.entries(places)) {
    it(`shows one instant on ${name}`, needs(name), async (t) => {
      const kept = newFolder()
      let isDone = false
      let done = 0
      await serving(await newPlace(), async (ask, url) => {
        const columns = [{ name: 'step', type: 'integer' }]
        await ask('POST', 'tables', { name: 'steps', columns })
        await ask('POST', 'steps', { step: 0 })
        // Something that takes a while, and comes before the others by its name.
        for (let n = 0; n < 20; n++) await ask('POST', 'upload?id=%2F', form(`a${n}.bin`, noise))
        const work = (async () => {
          for (let step = 1; !isDone; done = step++) {
            await ask('POST', 'upload?id=%2F', form(`f${step}.txt`, `step ${step}`))
            await ask('PATCH', 'steps/1', { key: 'step', value: step })
            if (step > 3) await ask('DELETE', 'files', { ids: [`/f${step - 3}.txt`] })
            if (step % 5 === 0) await ask('DELETE', 'files', { ids: [`/a${step / 5}.bin`] })
          }
        })()
        while (done < 5) await pause(5)
        const { code, said } = await person(t, 'backup', kept, '--url', url)
        isDone = true
        await work
        assert.equal(code, 0, said)
        assert.doesNotMatch(said, /not there any more/)
      })

      const target = { data: newFolder() }
      assert.equal((await person(t, 'restore', kept, ...settingsIn(target))).code, 0)
      await serving(target, async (ask) => {
        const [row] = JSON.parse(await ask('GET', 'steps')) as { step: number }[]
        const files = JSON.parse(await ask('GET', 'files')) as { value: string; size: number }[]
        const steps = files.filter(({ value }) => value.startsWith('f'))
        const last = Math.max(...steps.map(({ value }) => Number.parseInt(value.slice(1), 10)))
        assert.ok(row && last >= row.step && last <= row.step + 1, `${row?.step} and f${last}`)
        assert.ok(
          steps.length >= Math.min(3, row.step) && steps.length <= 5,
          `${steps.length} files`,
        )
        for (const { value } of steps) {
          const text = await ask('GET', `direct?id=%2F${value}`)
          assert.equal(text, `step ${Number.parseInt(value.slice(1), 10)}`)
        }
      })
    })
  }
})

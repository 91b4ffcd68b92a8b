import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { describe, it } from 'node:test'
import { planTests, samples, servicesOf } from './test-plan.ts'
import type { Stage } from './test-plan.ts'
import { nameOf } from './test-summary.ts'

const files = globSync('{packages,apps,scripts,bench}/**/*.test.ts', {
  exclude: (name) => /node_modules|dist/.test(name),
})
const jobs = planTests(files, { isWhole: true })
const filesOf = (stage: Stage) =>
  jobs.filter((job) => job.stage === stage).flatMap((job) => job.files)

function stagesOf(name: string): Stage[] {
  const file = files.find((one) => one.endsWith(`/${name}.test.ts`))
  assert.ok(file, name)
  return jobs.filter((job) => job.files.includes(file)).map(({ stage }) => stage)
}

describe('the plan of all tests', () => {
  it('has every file once, besides PostgreSQL, accounts and folders by their paths', () => {
    const once = [...filesOf('pure'), ...filesOf('browser'), ...filesOf('SQLite')]
    assert.deepEqual(once.toSorted(), files.toSorted())
  })

  it('has those on PostgreSQL too that use the engine they are given', () => {
    for (const name of ['routes/tables', 'svar/grid', 'fuzz']) {
      assert.deepEqual(stagesOf(name), ['SQLite', 'PostgreSQL', 'accounts', 'portable'], name)
    }
    for (const name of ['multipart', 'read-upload', 'sqlite/database', 'postgres/database']) {
      assert.deepEqual(stagesOf(name), ['SQLite'], name)
    }
  })

  it('has a sample of them for a push, of which nothing else is left out', () => {
    const short = planTests(files, { isWhole: false })
    for (const stage of ['PostgreSQL', 'accounts', 'portable'] as const) {
      const names = short
        .filter((job) => job.stage === stage)
        .flatMap((job) => job.files)
        .map((file) => samples[stage].find((name) => file.endsWith(`/${name}.test.ts`)))
      assert.deepEqual(new Set(names), new Set(samples[stage]), stage)
      assert.equal(names.length, samples[stage].length, stage)
    }
    const rest = (all: typeof jobs) => all.filter(({ stage }) => !Object.hasOwn(samples, stage))
    assert.deepEqual(rest(short), rest(jobs))
  })

  it('has those with accounts too that do not choose for themselves', () => {
    assert.deepEqual(stagesOf('routes/auth'), ['SQLite', 'PostgreSQL', 'portable'])
    assert.ok(filesOf('accounts').length > 80)
  })

  it('has all by paths too that can have a folder, by themselves or in a program that they start', () => {
    const own = ['folder/walk', 'disk/recover', 'routes/upload', 'client/test/data', 'cli/serve']
    for (const name of [...own, 'docs/guides', 'docs/npm-start', 'files-view']) {
      assert.ok(stagesOf(name).includes('portable'), name)
    }
    for (const name of ['sqlite/database', 'postgres/database', 'etag']) {
      assert.ok(!stagesOf(name).includes('portable'), name)
    }
  })

  it('has those in one process that come to no disk, no process and no network', () => {
    assert.equal(jobs.filter(({ stage }) => stage === 'pure').length, 1)
    for (const name of ['etag', 'cell-value', 'order-key', 'contract/src/gantt']) {
      assert.deepEqual(stagesOf(name), ['pure'], name)
    }
    for (const name of ['zip-stream', 'logger']) assert.deepEqual(stagesOf(name), ['SQLite'], name)
  })

  it('has those together, a few at a time, that ask a server in their own process', () => {
    const sharing = jobs.filter(({ stage, files }) => stage !== 'pure' && files.length > 1)
    const together = new Set(sharing.flatMap((job) => job.files))
    const has = (name: string) => together.has(files.find((one) => one.endsWith(`/${name}`))!)
    for (const name of ['routes/tables.test.ts', 'svar/grid.test.ts', 'connect-files.test.ts']) {
      assert.ok(has(name), name)
    }
    // They start programs, measure their process, or have a browser.
    for (const name of ['cli/serve.test.ts', 'routes/auth.test.ts', 'test/tables-view.test.ts']) {
      assert.ok(!has(name), name)
    }
    for (const job of sharing) assert.ok(job.files.length <= 10, nameOf(job))
    assert.equal(new Set(jobs.map(nameOf)).size, jobs.length)
  })

  it('has those one after the other that show something in a browser, and no others', () => {
    for (const name of ['tables-view', 'client/test/examples']) {
      assert.deepEqual(stagesOf(name), ['browser', 'portable'], name)
    }
    assert.deepEqual(stagesOf('last-day'), ['pure'])
    assert.deepEqual(
      new Set(jobs.flatMap((job) => (job.isShown ? job.files : []))),
      new Set(filesOf('browser')),
    )
  })
})

function asked(name: string): Set<'postgres' | 's3'> {
  const found = files.filter((file) => file.endsWith(name))
  assert.equal(found.length, 1, name)
  return servicesOf(found)
}

it('a service is started for those that ask for it themselves', () => {
  assert.deepEqual(asked('/rolling-restart.test.ts'), new Set(['postgres', 's3']))
  assert.deepEqual(asked('/http/routes/tables.test.ts'), new Set())
})

import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, describe, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import SqliteDatabase from 'better-sqlite3'
import { newDriveFolders, startDrive, warmUpDrive } from '../fixtures/drive-process.ts'
import type { DriveFolders, DriveProcess } from '../fixtures/drive-process.ts'
import { run } from '../fixtures/run-program.ts'

const folderCount = 400

describe('kill -9 in the midst of making the index anew', () => {
  before(warmUpDrive)

  it('loses nothing that is kept about files, and the next start goes on', async () => {
    const folders = newDriveFolders()
    const was = await filled(folders)

    await killRebuild(folders)
    const server = await startDrive(folders)
    await whenKnown(server, folders)

    assert.deepEqual(await keptAbout(server), was)
    assert.equal(await server.stop(), 0)
  })

  it('loses nothing that is kept about files, and the command can be run again', async () => {
    const folders = newDriveFolders()
    const was = await filled(folders)

    await killRebuild(folders)
    const { ended, err } = rebuild(folders)
    assert.equal(await ended, 0, err())
    assert.equal(countOf(folders, '_former_files'), 0)
    const server = await startDrive(folders)

    assert.deepEqual(await keptAbout(server), was)
    assert.equal(await server.stop(), 0)
  })
})

/** Many folders; of files in the last one a comment, a version, a share and a quota, and something in the trash. */
async function filled(folders: DriveFolders): Promise<unknown> {
  for (let n = 0; n < folderCount; n++) {
    const folder = join(folders.files, `folder ${n}`)
    mkdirSync(folder)
    writeFileSync(join(folder, 'a.txt'), 'a')
  }
  const server = await startDrive(folders)
  await whenKnown(server, folders)
  const last = `/folder ${folderCount - 1}`
  const ask = async (method: string, path: string, body?: unknown): Promise<void> => {
    const answer = await server.send(method, path, body)
    assert.equal(answer?.status, 200, JSON.stringify(answer))
  }
  await server.upload(last, 'a.txt', 'newer', 'replace')
  await ask('POST', 'comments', { of: `files${last}/a.txt`, text: 'said of it' })
  await ask('PUT', 'quotas', { path: last, bytes: 4711 })
  await ask('POST', 'shares', { id: last, access: 'read' })
  await ask('DELETE', 'files', { ids: ['/folder 0'] })
  await ask('POST', 'comments', { of: 'files/folder 1', text: 'another' })
  await ask('DELETE', 'files', { ids: ['/folder 1/a.txt'] })
  const kept = await keptAbout(server)
  assert.equal(await server.stop(), 0)
  return kept
}

async function keptAbout(server: DriveProcess): Promise<unknown> {
  const last = `/folder ${folderCount - 1}`
  const file = encodeURIComponent(`${last}/a.txt`)
  const paths = [
    'trash',
    'quotas',
    'shares',
    `versions?id=${file}`,
    `comments?of=files${file}`,
    `comments?of=files${encodeURIComponent('/folder 1')}`,
    `history?of=files${file}`,
  ]
  const answers: Record<string, unknown> = {}
  for (const path of paths) {
    const answer = await server.send('GET', path)
    assert.equal(answer?.status, 200, JSON.stringify(answer))
    answers[path] = answer.json
  }
  const [version] = answers[`versions?id=${file}`] as { version: string }[]
  const former = await fetch(`${server.url}versions/${version?.version}`)
  const ids = idsIn(server.folders)
  assert.equal(ids.length, 2 * folderCount - 3)
  return { answers, former: await former.text(), ids }
}

function rebuild({ files, data }: DriveFolders): ReturnType<typeof run> {
  return run(['files', 'rebuild', files, '--data', data])
}

/** When some of the drive was looked into again, and some was not. */
async function killRebuild(folders: DriveFolders): Promise<void> {
  const { child, ended } = rebuild(folders)
  while (countOf(folders, '_former_files') === 0 && child.exitCode === null) await pause(1)
  while (countOf(folders, '_former_files') > folderCount / 2 && child.exitCode === null)
    await pause(1)
  child.kill('SIGKILL')
  assert.equal(await ended, null)
  assert.notEqual(countOf(folders, '_former_files'), 0, 'it was not killed in the midst')
}

async function whenKnown(server: DriveProcess, folders: DriveFolders): Promise<void> {
  const isComplete = async (): Promise<boolean> => {
    const answer = await server.send('GET', 'info')
    return answer !== null && (answer.json as { complete: boolean }).complete
  }
  while (!(await isComplete()) || countOf(folders, '_former_files') > 0) await pause(20)
}

function countOf(folders: DriveFolders, table: string): number {
  return inDatabase(folders, (raw) =>
    Number(raw.prepare(`select count(*) from ${table}`).pluck().get()),
  )
}

/** Of everything on the drive: the ids that rules, shares and the log name it by. */
function idsIn(folders: DriveFolders): unknown[] {
  const statement = `select id, parent, name from _files where parent not in (2) and parent is not null
    and parent not in (select node from _kept) order by id`
  return inDatabase(folders, (raw) => raw.prepare(statement).raw().all())
}

function inDatabase<T>({ data }: DriveFolders, work: (raw: SqliteDatabase.Database) => T): T {
  const path = join(data, 'workspaces', 'main', 'triptych.sqlite')
  const raw = new SqliteDatabase(path, { readonly: true, timeout: 10_000 })
  try {
    return work(raw)
  } finally {
    raw.close()
  }
}

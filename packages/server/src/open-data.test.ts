import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { shapeConfig } from './config/config.ts'
import { openData } from './open-data.ts'

const scratch = mkdtempSync(join(tmpdir(), 'open-data-'))
after(() => rmSync(scratch, { recursive: true, force: true }))

function newPlace(): string {
  return mkdtempSync(join(scratch, 'place-'))
}

describe('the data', () => {
  it('can be read by nobody else on the machine', async () => {
    const data = join(newPlace(), 'data')
    const { shared, closeData } = await openData(shapeConfig({ data, auth: 'accounts' }), () => {})
    await shared.workspaces.create('main')
    const modes = ['', 'lock', 'ballast', 'accounts.sqlite', 'workspaces/main/triptych.sqlite'].map(
      (path) => (statSync(join(data, path)).mode & 0o777).toString(8),
    )
    await closeData()

    assert.deepEqual(modes, ['700', '600', '600', '600', '600'])
  })
})

describe('the accounts', () => {
  it('are there where the setting says so, and nowhere else', async () => {
    const data = newPlace()
    const without = await openData(shapeConfig({ data }), () => {})
    assert.equal(without.shared.accounts, null)
    await without.closeData()
    assert.ok(!readdirSync(data).includes('accounts.sqlite'))

    const given = await openData(shapeConfig({ data, auth: 'accounts' }), () => {})
    assert.equal(await given.shared.accounts?.read((store) => store.countOwners()), 0)
    await given.closeData()
    assert.ok(readdirSync(data).includes('accounts.sqlite'))
  })

  it('leave nothing open where they cannot be opened', async () => {
    const data = newPlace()
    const config = shapeConfig({ data, auth: 'accounts' })
    writeFileSync(join(data, 'accounts.sqlite'), '')
    await assert.rejects(
      openData(config, () => {}),
      { code: 'storage_lost' },
    )
    rmSync(join(data, 'accounts.sqlite'))
    await (await openData(config, () => {})).closeData()
  })
})

function inside(own: string, trap: () => void): void {
  mkdirSync(own)
  trap()
}

async function refused(trap: (own: string, outside: string) => void): Promise<string> {
  const place = newPlace()
  const [files, outside] = [join(place, 'files'), join(place, 'outside')]
  mkdirSync(files)
  mkdirSync(outside)
  trap(join(files, '.triptych'), outside)
  const { shared, closeData } = await openData(
    shapeConfig({ data: join(place, 'data'), files }),
    () => {},
  )
  const told = await shared.workspaces.create('main').then(
    () => 'it was opened',
    (error: Error) => error.message,
  )
  await closeData()
  assert.deepEqual(readdirSync(outside), [])
  return told
}

describe('a folder of files that somebody has prepared', () => {
  const traps: Record<string, (own: string, outside: string) => void> = {
    '.triptych': (own, outside) => symlinkSync(outside, own),
    '.triptych/id': (own, outside) => inside(own, () => symlinkSync(`${outside}/new`, `${own}/id`)),
    '.triptych/lock': (own, outside) =>
      inside(own, () => symlinkSync(`${outside}/new`, `${own}/lock`)),
    '.triptych/hidden': (own, outside) => inside(own, () => symlinkSync(outside, `${own}/hidden`)),
    '.triptych/lock-journal': (own) => inside(own, () => mkdirSync(`${own}/lock-journal`)),
  }

  for (const [name, trap] of Object.entries(traps)) {
    it(`is refused by the path of what is wrong, and nothing is made elsewhere: ${name}`, async () => {
      assert.match(await refused(trap), new RegExp(`/files/${name.replace('.', '\\.')} is no `))
    })
  }

  it('does not keep the server waiting by a pipe', async () => {
    const told = await refused((own) =>
      inside(own, () => void execFileSync('mkfifo', [join(own, 'id')])),
    )

    assert.match(told, /\.triptych\/id is no plain file/)
  })

  it('is opened where everything is as we leave it', async () => {
    const told = await refused((own) => inside(own, () => writeFileSync(join(own, 'id'), 'x\n')))

    assert.equal(told, 'it was opened')
  })
})

import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { commands } from '../../src/cli/triptych.ts'
import { settingKeys, settings } from '../../src/config/settings.ts'

/** The examples of a deployment against what there is. */

const root = new URL('../../../../', import.meta.url)
const allSettings = settingKeys.map((key) => settings[key])

function read(path: string): string {
  return readFileSync(new URL(path, root), 'utf8')
}

function all(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([whole, group]) => group ?? whole)
}

/** A variable, and what it is set to where it is set. */
const assigned = /(TRIPTYCH_\w+)(?:(?:=|: )'?([^\s'`]+))?/g

function valueIn(text: string, kind: string): unknown {
  const value = text
    .replace('${PUBLIC_URL:?}', 'https://triptych.example.com')
    .replaceAll(/\$\{\w+:\?\}/g, 'secret')
  if (kind === 'number') return Number(value)
  if (kind === 'switch') return JSON.parse(value)
  return kind === 'list' ? value.split(',') : value
}

const examples = globSync('deploy/**', { cwd: root, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map(({ parentPath, name }) => relative(fileURLToPath(root), join(parentPath, name)))
  .map((path) => path.replaceAll(sep, '/'))
const unit = read('deploy/triptych@.service')
const dockerfile = read('deploy/Dockerfile')
const compose = read('deploy/compose.yaml')
const page = read('docs/how-to/deploy.md')

describe('the files of a deployment', () => {
  it('name only variables that are settings, with values that are allowed', () => {
    for (const path of [...examples, 'docs/how-to/deploy.md']) {
      for (const [, name = '', text] of read(path).matchAll(assigned)) {
        const setting = allSettings.find(({ variable }) => variable === name)
        assert.ok(setting, `${path}: ${name}`)
        if (text === undefined) continue
        const { success } = setting.schema.safeParse(valueIn(text, setting.kind))
        assert.ok(success, `${path}: ${name} is ${text}`)
      }
    }
  })

  it('name only files that are there', () => {
    const named = [
      ...all(dockerfile, /^COPY (?!--from)(.+) \S+$/gm).flatMap((paths) => paths.split(' ')),
      ...all(compose, /dockerfile: (\S+)/g),
      ...all(compose, /'\.\/(\S+?):/g).map((name) => `deploy/${name}`),
      ...all(page, /`(deploy\/[^`\s]+)`/g),
      ...all(page, /\]\((?!http)([^)#]+)\)/g).map((path) => `docs/how-to/${path}`),
    ]
    assert.ok(named.length > 12)
    for (const path of named) assert.ok(existsSync(new URL(path, root)), path)
    for (const path of examples)
      assert.ok(page.includes(`\`${path}\``), `nothing is said of ${path}`)
  })

  it('run only scripts and packages that are there', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    const text = `${dockerfile}\n${page}`
    for (const name of all(text, /npm run ([\w:]+)/g)) assert.ok(name in scripts, name)
    for (const name of all(text, /--workspace (\S+)/g)) {
      assert.equal(
        (JSON.parse(read('packages/server/package.json')) as { name: string }).name,
        name,
      )
    }
  })
})

describe('the unit of systemd', () => {
  const [command = ''] = all(unit, /^ExecStart=(.+)$/gm)

  it('starts the program with flags that there are', () => {
    const [, program = '', name = ''] = command.split(' ')

    // Built by `npm run build`, which takes the programs along as they are.
    const source = program.replace('/opt/triptych/dist/', 'packages/')
    assert.ok(existsSync(new URL(source, root)), program)
    assert.ok(commands.has(name), name)
    const flags: readonly string[] = allSettings.map(({ flag }) => flag)
    for (const flag of all(command, /--[a-z-]+/g)) assert.ok(flags.includes(flag), flag)
  })

  it('gives the server time to drain and to finish', () => {
    const drain = Number(/--drain (\d+)/.exec(command)?.[1])
    const patience = Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])

    assert.ok(patience > drain + 30)
  })
})

describe('the compose file', () => {
  const services = all(compose, /^ {2}([\w-]+):$/gm)

  it('has a place in the balancer for each server', () => {
    const servers = services.filter((name) => name.startsWith('server-'))
    const balanced = all(read('deploy/haproxy.cfg'), /^ {2}server (\S+ \S+)$/gm)

    assert.deepEqual(
      balanced,
      servers.map((name) => `${name} ${name}:${settings.port.default}`),
    )
  })

  it('asks people who they are, wherever it can be reached', () => {
    for (const text of [compose, dockerfile]) {
      assert.match(text, /TRIPTYCH_HOST[=:] ?0\.0\.0\.0/)
      assert.match(text, /TRIPTYCH_AUTH[=:] ?accounts/)
    }
  })

  it('names only services, volumes and passwords that it has', () => {
    const told = all(read('deploy/compose.env.example'), /^(\w+)=/gm)
    assert.deepEqual([...new Set(all(compose, /\$\{(\w+):\?\}/g))].toSorted(), told.toSorted())
    for (const name of all(compose, /network_mode: service:(\S+)/g)) {
      assert.ok(services.includes(name), name)
    }
    const [, volumes = ''] = compose.split('\nvolumes:\n')
    for (const name of all(compose, /\['([\w-]+):\//g))
      assert.ok(volumes.includes(`  ${name}:\n`), name)
  })

  it('gives a server time to drain and to finish', () => {
    const drain = Number(/TRIPTYCH_DRAIN: '(\d+)'/.exec(compose)?.[1])
    const patience = Number(/stop_grace_period: (\d+)s/.exec(compose)?.[1])

    assert.ok(patience > drain + 30)
  })
})

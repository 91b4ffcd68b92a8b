import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'

const root = new URL('../../../../', import.meta.url)

interface Manifest {
  name: string
  version: string
  engines: { node: string }
  devDependencies: Record<string, string>
  optionalDependencies: Record<string, string>
}

function read(path: string): string {
  return readFileSync(new URL(path, root), 'utf8')
}

function manifest(path: string): Manifest {
  return JSON.parse(read(path)) as Manifest
}

const house = manifest('package.json')
const members = globSync('{packages,apps}/*/package.json', { cwd: root }).map(manifest)

describe('the version of Node', () => {
  const oldest = 24
  const own = Object.entries(house.optionalDependencies)

  it('that the repository brings is the same on every platform, and the one that is told of', () => {
    assert.ok(own.length >= 5 && own.every(([name]) => name.startsWith('node-')))
    const [version, ...others] = new Set(own.map(([, one]) => one))
    assert.deepEqual(others, [])
    const major = version?.split('.')[0]
    assert.ok(read('README.md').includes(`brings the Node it runs on (${major})`))
    assert.ok(read('CONTRIBUTING.md').includes(`Node ${major} included`))
  })

  it('that the packages promise is the one their program asks for, and the one of the types', () => {
    for (const { name, engines } of members) assert.equal(engines.node, `>=${oldest}`, name)
    assert.match(read('packages/server/bin/triptych.js'), new RegExp(`needed = ${oldest}\n`))
    assert.equal(house.devDependencies['@types/node']?.split('.')[0], String(oldest))
  })
})

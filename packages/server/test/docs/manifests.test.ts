import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'

const root = new URL('../../../../', import.meta.url)

interface Manifest {
  name: string
  version: string
  description: string
  license: string
  keywords: string[]
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

const oldest = 22

describe('the version of Node', () => {
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
    assert.match(read('packages/server/bin/node-version.js'), new RegExp(`needed = ${oldest}\n`))
    assert.equal(house.devDependencies['@types/node']?.split('.')[0], String(oldest))
  })
})

describe('the manifests', () => {
  it('say what each package is, under one version and one licence', () => {
    for (const { name, version, license, description, keywords } of members) {
      assert.equal(version, house.version, name)
      assert.equal(license, house.license, name)
      assert.match(description, /^[A-Z].+\.$/, name)
      assert.ok(keywords.length >= 3, name)
      assert.deepEqual(keywords, keywords.toSorted(), name)
    }
  })
})

it('SECURITY.md names files that are there', () => {
  const links = [...read('SECURITY.md').matchAll(/\]\((?!http)([^)#]+)\)/g)]
  assert.ok(links.length > 0)
  for (const [, path = ''] of links) assert.doesNotThrow(() => read(path), path)
})

it('the workflow runs what CI runs elsewhere, on the oldest Node that is promised too', () => {
  const workflow = read('.github/workflows/ci.yml')
  assert.match(workflow, /\.ci\/run\n/)
  assert.match(workflow, new RegExp(`image: node:${oldest}-`))
})

import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { person } from '../../test/fixtures/person.ts'
import { newFolder } from '../../test/fixtures/run-program.ts'
import { version } from '../version.ts'

interface Manifest {
  dependencies: Record<string, string>
}

describe('triptych init', () => {
  for (const framework of ['react', 'svelte', 'vue']) {
    it(`writes an app with ${framework} into a new folder`, async (t) => {
      const folder = join(newFolder(), 'app')
      const { code, said } = await person(t, 'init', folder, '--with', framework)

      assert.equal(code, 0, said)
      assert.match(said, /npm install\n +npm run dev\n/)
      for (const file of ['index.html', 'server.js', 'vite.config.js', '.gitignore', 'src'])
        assert.ok(existsSync(join(folder, file)), file)
      const manifest = readFileSync(join(folder, 'package.json'), 'utf8')
      const { dependencies } = JSON.parse(manifest) as Manifest
      assert.ok(framework in dependencies)
      for (const name of ['triptych-server', 'triptych-client'])
        assert.equal(dependencies[name], version)
    })
  }

  it('refuses a folder that is not empty, and a framework that it does not know', async (t) => {
    const folder = newFolder()
    const unknown = await person(t, 'init', folder, '--with', 'angular')
    assert.equal(unknown.code, 2)
    assert.match(unknown.said, /react, svelte, vue/)
    assert.deepEqual(readdirSync(folder), [])

    writeFileSync(join(folder, 'mine.txt'), '')
    const full = await person(t, 'init', folder)
    assert.equal(full.code, 1)
    assert.match(full.said, /is not empty/)
    assert.deepEqual(readdirSync(folder), ['mine.txt'])
  })
})

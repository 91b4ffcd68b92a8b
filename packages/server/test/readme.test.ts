import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { createTriptych } from '../src/index.ts'
import type { Triptych } from '../src/index.ts'

const run = promisify(execFile)
const root = new URL('../../../', import.meta.url)
const readme = readFileSync(new URL('README.md', root), 'utf8')

const isCurlMissing = spawnSync('curl', ['--version']).status !== 0

/** Shell blocks that ask the server something, each with the JSON shown below it, if any. */
const examples = [...readme.matchAll(/```sh\n(curl[^]*?)```(?:\n\n```json\n([^]*?)```)?/g)].map(
  ([, commands = '', answer]) => ({ commands, answer }),
)

describe('the README', () => {
  let triptych: Triptych
  let address = ''
  before(async () => {
    triptych = await createTriptych({ data: ':memory:', port: 0 })
    address = `127.0.0.1:${(await triptych.listen()).port}`
  })
  after(() => triptych.close())

  it('has examples', () => {
    assert.ok(examples.length >= 4)
    assert.ok(examples.filter(({ answer }) => answer).length >= 3)
  })

  for (const { commands, answer } of examples) {
    it(`shows what ${commands.split('\n')[0]} answers`, { skip: isCurlMissing }, async () => {
      const script = commands.replaceAll('localhost:3200', address)
      const { stdout } = await run('bash', ['-c', script])

      assert.notEqual(stdout.trim(), '')
      if (!answer) return
      const last = stdout.slice(lastValueStart(stdout))
      assert.deepEqual(JSON.parse(last), JSON.parse(answer))
    })
  }

  it('names scripts and files that exist', () => {
    const { scripts } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'))
    for (const [, name = ''] of readme.matchAll(/npm (?:run )?(start|test|bench|check)\b/g)) {
      assert.ok(scripts[name], name)
    }
    for (const [, path = ''] of readme.matchAll(/\]\((?!http)([^)#]+)\)/g)) {
      assert.doesNotThrow(
        () =>
          readFileSync(
            new URL(path.endsWith('/') ? `${path}001-errors-are-always-json.md` : path, root),
          ),
        path,
      )
    }
  })
})

/** curl writes the answers of several commands one after the other. */
function lastValueStart(text: string): number {
  for (let start = 0; ;) {
    try {
      JSON.parse(text.slice(start))
      return start
    } catch {
      const next = text.slice(start + 1).search(/[[{]/)
      if (next < 0) throw new Error(`no JSON in ${text}`)
      start += 1 + next
    }
  }
}

import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { createTriptych } from '../../src/index.ts'
import type { Config, Triptych } from '../../src/index.ts'
import { checkExample, examplesIn, isCurlMissing } from './shown-examples.ts'
import type { Place } from './shown-examples.ts'

const folder = new URL('../../../../docs/reference/', import.meta.url)
const pages = readdirSync(folder).map((name) => ({
  name,
  text: readFileSync(new URL(name, folder), 'utf8'),
}))

/** What a reader has copied out of the answer that shows it. */
async function copyToken({ address, env = {} }: Place): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ name: 'Ada', password: 'correct horse battery' })
  const login = await fetch(`http://${address}/auth/login`, { method: 'POST', body, headers })
  const cookie = login.headers.get('set-cookie')?.split(';')[0] ?? ''
  const made = await fetch(`http://${address}/auth/tokens`, {
    method: 'POST',
    body: JSON.stringify({ name: 'copied', access: 'read' }),
    headers: { cookie, 'sec-fetch-site': 'same-origin' },
  })
  env['TOKEN'] = ((await made.json()) as { token: string }).token
}

describe('the reference', () => {
  const opened: Triptych[] = []
  const cwd = mkdtempSync(join(tmpdir(), 'docs-examples-'))
  let open: Place
  let guarded: Place
  before(async () => {
    open = await place({})
    guarded = await place({ auth: 'accounts' })
  })
  after(async () => {
    await Promise.all(opened.map((triptych) => triptych.close()))
    rmSync(cwd, { recursive: true })
  })

  /** Where there are accounts the shell knows a link for the first owner, and a token once there is one. */
  async function place(options: Partial<Config>): Promise<Place> {
    const triptych = await createTriptych({ data: ':memory:', port: 0, ...options })
    opened.push(triptych)
    const address = `127.0.0.1:${(await triptych.listen()).port}`
    const link = (await triptych.firstOwnerLink()) ?? ''
    return { address, cwd, env: { SECRET: link.split('#link=')[1] ?? '', TOKEN: '' } }
  }

  for (const { name, text } of pages) {
    for (const example of examplesIn(text)) {
      const [first] = example.commands.split('\n')
      it(`${name} shows what ${first} answers`, { skip: isCurlMissing }, async () => {
        if (example.commands.includes('$TOKEN')) await copyToken(guarded)
        await checkExample(example, name === 'auth.md' ? guarded : open)
      })
    }
  }

  it('leads to pages and headings that exist', () => {
    for (const { name, text } of pages) {
      for (const [link, page = '', heading] of text.matchAll(
        /\]\(([\w-]*\.md)?(?:#([\w-]+))?\)/g,
      )) {
        const target = pages.find((each) => each.name === (page || name))
        assert.ok(target, `${name}: ${link}`)
        if (heading) assert.ok(headingsOf(target.text).includes(heading), `${name}: ${link}`)
      }
    }
  })
})

function headingsOf(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\w\s-]/g, '')
      .replaceAll(' ', '-'),
  )
}

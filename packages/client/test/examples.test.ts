import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { cannotBrowse, openSite } from '../../../apps/web/test/browser.ts'
import { createTriptych } from '../../server/src/index.ts'
import type { Triptych } from '../../server/src/index.ts'
import { startExample } from './example-site.ts'

const readmes = ['../README.md', '../../../README.md'].map((path) =>
  readFileSync(new URL(path, import.meta.url), 'utf8'),
)

describe('an example of a README', { skip: cannotBrowse }, () => {
  let triptych: Triptych
  let url = ''
  before(async () => {
    triptych = await createTriptych({ data: ':memory:', port: 0 })
    url = (await triptych.listen()).url.replace(/\/$/, '')
  })
  after(() => triptych.close())

  async function shows(name: string, use: (page: Page) => Promise<void>): Promise<void> {
    const source = readFileSync(new URL(`../examples/${name}`, import.meta.url), 'utf8')
    const isShown = readmes.some((readme) => readme.includes(source.trim()))
    assert.ok(isShown, `the README has another ${name}`)
    const site = await openSite(() => startExample(name, url))
    try {
      const visit = await site.openPage()
      // The server has another address than the page here, and the theme its fonts elsewhere.
      visit.allow(/^foreign request: /)
      visit.allow(/cdn\.svar\.dev/)
      await use(visit.page)
      await visit.close()
    } finally {
      await site.stop()
    }
  }

  const stored = async (path: string) => (await fetch(`${url}/${path}`)).json()

  const write = async (method: string, path: string, body: object) => {
    const answer = await fetch(`${url}/${path}`, { method, body: JSON.stringify(body) })
    assert.equal(answer.status, 200)
  }

  it('shows a table, and saves what is typed into it', () =>
    shows('tables.tsx', async (page) => {
      await page.getByText('The Godfather', { exact: true }).first().dblclick()
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.type('The Godmother')
      await page.keyboard.press('Enter')
      await page.getByText('The Godmother', { exact: true }).waitFor()
      await eventually(async () =>
        assert.ok(JSON.stringify(await stored('films')).includes('The Godmother')),
      )
    }))

  it('shows the files, and those that come from elsewhere', () =>
    shows('files.tsx', async (page) => {
      await page.getByText('Notes').first().waitFor()
      await write('POST', 'files/%2F', { name: 'Later', type: 'folder' })
      await page.getByText('Later').first().waitFor()
    }))

  it('shows the plan, and what somebody else does to it', () =>
    shows('gantt.tsx', async (page) => {
      const [task] = (await stored('tasks')) as { id: number; text: string }[]
      await page.getByText(task!.text).first().waitFor()
      await write('PUT', `tasks/${task!.id}`, { text: 'Renamed elsewhere' })
      await page.getByText('Renamed elsewhere').first().waitFor()
    }))

  it("shows a table by SVAR's own provider, and saves what is typed into it", () =>
    shows('stock/tables.tsx', async (page) => {
      await page.getByText('Pulp Fiction', { exact: true }).first().dblclick()
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.type('Pulp Facts')
      await page.keyboard.press('Enter')
      await eventually(async () =>
        assert.ok(JSON.stringify(await stored('films')).includes('Pulp Facts')),
      )
    }))

  it("opens a folder by SVAR's own provider, and a folder in it", () =>
    shows('stock/files.tsx', async (page) => {
      await write('POST', 'files/%2FNotes', { name: 'Deeper', type: 'folder' })
      await write('POST', 'files/%2FNotes%2FDeeper', { name: 'deepest.txt', type: 'file' })
      const card = (name: string) => page.locator('.wx-cards .wx-item', { hasText: name })
      await card('Notes').dblclick()
      await card('Deeper').dblclick()
      await card('deepest').waitFor()
    }))

  it("shows the plan by SVAR's own provider", () =>
    shows('stock/gantt.tsx', async (page) => {
      const [task] = (await stored('tasks')) as { id: number; text: string }[]
      await page.getByText(task!.text).first().waitFor()
    }))
})

describe('an example of a README, on a server with accounts', { skip: cannotBrowse }, () => {
  let triptych: Triptych
  let url = ''
  let token = ''
  before(async () => {
    triptych = await createTriptych({ data: ':memory:', port: 0, auth: 'accounts' })
    url = (await triptych.listen()).url.replace(/\/$/, '')
    token = await tokenOf(triptych, url)
  })
  after(() => triptych.close())

  async function shows(name: string, text: string): Promise<void> {
    const source = readFileSync(new URL(`../examples/${name}`, import.meta.url), 'utf8')
    const isShown = readmes.some((readme) => readme.includes(source.trim()))
    assert.ok(isShown, `the README has another ${name}`)
    const site = await openSite(() => startExample(name, url, token))
    try {
      const visit = await site.openPage()
      visit.allow(/^foreign request: /)
      visit.allow(/cdn\.svar\.dev/)
      // The widget asks for pictures of its own, without a token.
      visit.allow(/\/(icons|preview)/)
      await visit.page.getByText(text).first().waitFor()
      await visit.close()
    } finally {
      await site.stop()
    }
  }

  it("shows a table by SVAR's own provider and a token", () =>
    shows('stock/token/tables.tsx', 'The Godfather'))

  it("shows the plan by SVAR's own provider and a token", () =>
    shows('stock/token/gantt.tsx', 'Planning'))

  it("shows the files by SVAR's own provider and a token", () =>
    shows('stock/token/files.tsx', 'Notes'))
})

/** Of its first owner, who may read. */
async function tokenOf(triptych: Triptych, url: string): Promise<string> {
  const secret = (await triptych.firstOwnerLink())?.split('#link=')[1]
  const send = (path: string, body: object, headers = {}) =>
    fetch(`${url}/${path}`, { method: 'POST', body: JSON.stringify(body), headers })
  const entered = await send('auth/links/use', {
    secret,
    name: 'Olga',
    password: 'a long password',
  })
  const cookie = entered.headers.get('set-cookie')?.split(';')[0] ?? ''
  const made = await send(
    'auth/tokens',
    { name: 'example', access: 'read' },
    { cookie, 'sec-fetch-site': 'same-origin' },
  )
  assert.equal(made.status, 200)
  return ((await made.json()) as { token: string }).token
}

async function eventually(check: () => Promise<void>): Promise<void> {
  const deadline = Date.now() + 60_000
  for (;;) {
    try {
      return await check()
    } catch (error) {
      if (Date.now() > deadline) throw error
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}

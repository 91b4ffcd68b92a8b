import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, describe, it } from 'node:test'
import type { Download, Page } from 'playwright-core'
import { axeViolations } from './axe-violations.ts'
import { cannotBrowse, openSite } from './browser.ts'
import type { Site, Visit } from './browser.ts'
import { startPageServer } from './page-server.ts'
import { screenshot } from './screenshot.ts'

const files: Record<string, string> = {
  'shared/a note.txt': 'a note',
  'shared/picture.svg': '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
  'shared/<img src=x onerror=alert(1)>.txt': 'x',
  'shared/inner & more/deep #1.txt': 'deep',
  'inbox/there.txt': 'there',
}

describe('the page of a share', { skip: cannotBrowse }, () => {
  let site: Site
  before(async () => {
    site = await openSite(() => startPageServer(['--no-page', '--empty']))
    for (const [name, text] of Object.entries(files)) {
      const form = new FormData()
      form.append('file', new Blob([text]), name.split('/').at(-1))
      form.append('name', name)
      const answer = await fetch(new URL('upload?id=/', site.url), { method: 'POST', body: form })
      assert.equal(answer.status, 200, await answer.text())
    }
  })
  after(() => site.stop())

  /** The path of its link. */
  async function share(body: object): Promise<string> {
    const init = { method: 'POST', body: JSON.stringify({ access: 'read', ...body }) }
    const answer = await fetch(new URL('shares', site.url), init)
    const { link } = (await answer.json()) as { link: string }
    return new URL(link).pathname.slice(1)
  }

  async function inbox(): Promise<string[]> {
    const answer = await fetch(new URL('files?id=/inbox', site.url))
    return ((await answer.json()) as { value: string }[]).map(({ value }) => value)
  }

  it('asks for the password, shows a folder, and gives what is in it', async () => {
    const path = await share({ id: '/shared', password: 'open sesame' })
    const visit = await site.openPage({ path })
    const { page } = visit
    assert.equal(await page.title(), 'Password needed')
    assert.deepEqual(await axeViolations(page), [])
    await screenshot(page, 'share-password')

    await enter(page, 'wrong')
    assert.match(await page.innerText('[role=status]'), /not the password/)
    await enter(page, 'open sesame')

    assert.equal(await page.title(), 'shared')
    assert.deepEqual(await page.locator('td a').allInnerTexts(), [
      '<img src=x onerror=alert(1)>.txt',
      'a note.txt',
      'inner & more/',
      'picture.svg',
    ])
    assert.deepEqual(await axeViolations(page), [])
    await screenshot(page, 'share-folder')
    const note = await downloaded(page, () => page.click('text=a note.txt'))
    assert.deepEqual(note, { name: 'a note.txt', text: 'a note' })
    await page.click('text=inner & more/')
    const deep = await downloaded(page, () => page.click('text=deep #1.txt'))
    assert.deepEqual(deep, { name: 'deep #1.txt', text: 'deep' })
    await page.click('nav >> text=shared')
    const zip = await downloaded(page, () => page.click('text=Download all as zip'))
    assert.equal(zip.name, 'shared.zip')
    assert.ok(zip.text.includes('inner & more/deep #1.txt'))
    await visit.close()
  })

  it('takes several files, and says so', async () => {
    const visit = await site.openPage({
      path: await share({ id: '/inbox', access: 'upload' }),
      colorScheme: 'dark',
      width: 390,
      height: 700,
    })
    const { page } = visit
    const sent = ['one.txt', 'two.txt'].map((name) => ({
      name,
      mimeType: 'text/plain',
      buffer: Buffer.from(name),
    }))
    await page.setInputFiles('input[type=file]', sent)
    await page.click('button')
    await page.waitForSelector('text=All 2 files have arrived')

    assert.deepEqual(await inbox(), ['one.txt', 'there.txt', 'two.txt'])
    assert.deepEqual(await axeViolations(page), [])
    await screenshot(page, 'share-upload')
    await visit.close()
  })

  it('needs no script to upload, and says that a link leads nowhere', async () => {
    const first = await site.openPage({ path: await share({ id: '/shared/a note.txt' }) })
    await screenshot(first.page, 'share-file')
    const plain = await first.page.context().browser()!.newContext({ javaScriptEnabled: false })
    const page = await plain.newPage()
    await page.goto(new URL(await share({ id: '/inbox', access: 'upload' }), first.url).href)
    const buffer = Buffer.from('three')
    await page.setInputFiles('input[type=file]', { name: 'three.txt', mimeType: '', buffer })
    await Promise.all([page.waitForURL(/notice=uploaded/), page.click('button')])

    assert.match(await page.innerText('[role=status]'), /has arrived/)
    assert.ok((await inbox()).includes('three.txt'))
    const gone = await page.goto(new URL('shares/open/none', first.url).href)
    assert.equal(gone?.status(), 404)
    assert.match(await page.innerText('main'), /leads nowhere/)
    await plain.close()
    await first.close()
  })
})

async function enter(page: Page, password: string): Promise<void> {
  await page.fill('input[type=password]', password)
  await Promise.all([page.waitForEvent('load'), page.keyboard.press('Enter')])
}

async function downloaded(
  page: Visit['page'],
  click: () => Promise<void>,
): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all<Download | void>([page.waitForEvent('download'), click()])
  assert.ok(download)
  return {
    name: download.suggestedFilename(),
    text: await readFile(await download.path(), 'latin1'),
  }
}

import assert from 'node:assert/strict'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import type { Locator } from 'playwright-core'
import { axeViolations } from './axe-violations.ts'
import { cannotBrowse, openSite } from './browser.ts'
import { startPageServer } from './page-server.ts'
import { screenshot } from './screenshot.ts'
import type { Site, Visit, VisitOptions } from './browser.ts'

describe('the reference', { skip: cannotBrowse }, () => {
  let site: Site
  before(async () => {
    site = await openSite()
  })
  after(() => site.stop())

  /** Every test ends with `close`: nothing was asked of another host, and nothing against the policy was tried. */
  async function openDocs(hash = '', options: VisitOptions = {}): Promise<Visit> {
    const visit = await site.openPage({ path: `docs/api${hash}`, ...options })
    await visit.page.locator('.opblock').first().waitFor()
    return visit
  }

  async function openOperation(id: string, options?: VisitOptions) {
    const visit = await openDocs(`#/${id}`, options)
    const operation = visit.page.locator('.opblock.is-open')
    await operation.getByRole('region', { name: 'Code sample' }).waitFor()
    return { visit, operation }
  }

  it('has every operation of the document, and finds it by what it does, how and where', async () => {
    const visit = await openDocs()
    const { page } = visit
    const { tags, paths } = await readDocument(visit)
    assert.deepEqual(await page.locator('.opblock-tag > span').allTextContents(), tags)
    assert.equal(await page.locator('.opblock').count(), paths.length)
    assert.match(await page.title(), /^Triptych API \d/)

    const search = page.getByRole('searchbox', { name: 'Search the operations' })
    for (const [phrase, summary] of [
      ['HOW FULL', 'Tell how full the drive is'],
      ['patch {table}/{id}', 'Change one cell'],
      ['Tables views delete', 'Delete a view'],
    ] as const) {
      await search.fill(phrase)
      await eventuallyShows(page.locator('.opblock-summary-description'), [summary])
    }
    await search.fill('no such thing')
    await page.getByText('Nothing is like that.').waitFor()
    await search.fill('')
    await page.locator('.opblock').first().waitFor()
    await visit.close()
  })

  it('shows a request in several languages before it is sent, as far as it is filled in', async () => {
    const { visit, operation } = await openOperation('Tables/getRow')
    const sample = sampleOf(operation)

    await eventuallyMatches(
      sample,
      /^curl -X 'GET' \\\n\s+'http:\/\/127\.0\.0\.1:\d+\/\{table\}\/\{id\}'$/,
    )
    await operation.getByLabel('table', { exact: true }).fill('films')
    await operation.getByLabel('id', { exact: true }).fill('1')
    await eventuallyMatches(sample, /\/films\/1'$/)
    await operation.getByRole('button', { name: 'JavaScript' }).click()
    await eventuallyMatches(
      sample,
      /^const response = await fetch\('http:\/\/127\.0\.0\.1:\d+\/films\/1'\)\n/,
    )
    await operation.getByRole('button', { name: 'PowerShell' }).click()
    await eventuallyMatches(sample, /^curl\.exe /)

    // Whoever has chosen a language finds the next operation in it, and its address can be passed on.
    await visit.page.getByRole('button', { name: /Tell how full the drive is/ }).click()
    await eventuallyMatches(
      sampleOf(visit.page.locator('#operations-Files-getDriveInfo')),
      /^curl\.exe /,
    )
    await visit.page.waitForURL(/docs\/api#\/Files\/getDriveInfo$/)
    await visit.close()
  })

  it('sends a real request, and shows what is answered', async () => {
    const { visit, operation } = await openOperation('Tables/updateCell')
    const answer = operation.locator('.live-responses-table')
    visit.allow(/\/nosuch\/1/)

    for (const [table, shown] of [
      ['nosuch', /404.*"tables\.not_found"/s],
      ['films', /200.*"id": 1.*etag:/s],
    ] as const) {
      await operation.getByLabel('table', { exact: true }).fill(table)
      await operation.getByLabel('id', { exact: true }).fill('1')
      await operation.getByLabel('Request body').fill('{ "key": "name", "value": "Sent" }')
      await eventuallyMatches(sampleOf(operation), new RegExp(`/${table}/1'[^]*Sent`))
      await operation.getByRole('button', { name: 'Execute' }).click()
      await eventuallyMatches(answer, shown)
    }

    const row = (await (await fetch(new URL('films/1', visit.url))).json()) as { name: string }
    assert.equal(row.name, 'Sent')
    await visit.close()
  })

  it('uploads a file, under its own name unless it is given another', async () => {
    const { visit, operation } = await openOperation('Files/uploadFile')
    const sample = sampleOf(operation)
    await eventuallyMatches(sample, /-F 'file=@file/)
    const file = { name: 'sent.txt', mimeType: 'text/plain', buffer: Buffer.from('sent') }
    await operation.getByLabel('file', { exact: true }).setInputFiles(file)
    await eventuallyMatches(sample, /-F 'file=@sent\.txt;type=text\/plain'$/)
    await operation.getByRole('button', { name: 'Execute' }).click()

    await operation.locator('.live-responses-table').getByText('"/sent.txt"').first().waitFor()
    assert.equal(await (await fetch(new URL('direct?id=/sent.txt', visit.url))).text(), 'sent')
    await visit.close()
  })

  it('listens to a stream for a while, and then shows what came', async () => {
    const { visit, operation } = await openOperation('Changes/followChanges')
    await operation.getByRole('button', { name: 'Execute' }).click()

    const answer = operation.locator('.live-responses-table')
    await answer.getByText('content-type: text/event-stream').waitFor()
    assert.match((await answer.textContent()) ?? '', /retry:|event:|: /)
    await visit.close()
  })

  it('asks the workspace that is chosen, and the server for what is its own', async () => {
    await fetch(new URL('workspaces', site.url), { method: 'POST', body: '{"name":"other"}' })
    const { visit, operation } = await openOperation('Tables/listTables')
    const sample = sampleOf(operation)
    await visit.page.getByLabel('Server', { exact: true }).selectOption('/w/{workspace}')
    await visit.page.getByLabel('workspace', { exact: true }).fill('other')
    await eventuallyMatches(sample, /\/w\/other\/tables'$/)
    await operation.getByRole('button', { name: 'Execute' }).click()
    await operation.locator('.live-responses-table').getByText('[]').waitFor()

    await visit.page.getByRole('button', { name: 'List the workspaces' }).click()
    const workspaces = visit.page.locator('#operations-Workspaces-listWorkspaces')
    await eventuallyMatches(sampleOf(workspaces), /\d\/workspaces\?deleted=false'$/)
    await workspaces.getByRole('button', { name: 'Execute' }).click()
    await workspaces.locator('.live-responses-table').getByText('"other"').first().waitFor()
    await visit.close()
  })

  it('can be used without a mouse', async () => {
    const visit = await openDocs()
    const { page } = visit
    await page.getByRole('searchbox').press('ControlOrMeta+a')
    await page.keyboard.type('ready for requests')
    await eventuallyShows(page.locator('.opblock-summary-description'), [
      'Tell whether the server is ready for requests',
    ])
    await tabTo(visit, 'GET')
    await page.keyboard.press('Enter')
    await page.locator('.opblock.is-open .code-sample').waitFor()
    await tabTo(visit, 'Execute')
    await page.keyboard.press('Enter')

    await page.locator('.live-responses-table').getByText('"ready": true').waitFor()
    await visit.close()
  })

  for (const [colorScheme, width] of [
    ['light', 1280],
    ['dark', 360],
  ] as const) {
    it(`keeps nobody out, and fits: ${colorScheme}, ${width} wide`, async () => {
      const { visit, operation } = await openOperation('Tables/updateRow', {
        colorScheme,
        width,
      })
      const { page } = visit
      await operation.getByRole('tab', { name: 'Schema' }).first().click()
      await operation.getByLabel('table', { exact: true }).fill('films')
      await operation.getByLabel('id', { exact: true }).fill('1')
      await operation.getByRole('button', { name: 'Execute' }).click()
      await operation.locator('.live-responses-table').waitFor()
      await page
        .getByRole('button', { name: /Upload a file into a folder/ })
        .first()
        .click()
      await page.locator('#operations-Files-uploadFile .code-sample').waitFor()

      await screenshot(page, `docs-${colorScheme}-${width}`)
      assert.deepEqual(await axeViolations(page), [])
      const overflow = await page.evaluate<number>(
        'document.documentElement.scrollWidth - innerWidth',
      )
      assert.equal(overflow, 0)
      await visit.close()
    })
  }

  it('has the colours that were chosen for the page', async () => {
    const visit = await site.openPage({ colorScheme: 'light' })
    await visit.page.evaluate(`localStorage.setItem('triptych.theme', 'dark')`)
    await visit.page.goto(new URL('docs/api', visit.url).href)
    await visit.page.locator('html.dark-mode').waitFor()

    const scheme = await visit.page.evaluate<string>('getComputedStyle(document.body).colorScheme')
    assert.equal(scheme, 'dark')
    await visit.close()
  })

  it('says so when there is no document', async () => {
    const visit = await site.openPage()
    visit.allow(/openapi\.json/)
    await visit.page.route('**/openapi.json', (route) => route.fulfill({ status: 503 }))
    await visit.page.goto(new URL('docs/api', visit.url).href)

    await visit.page.getByText('The server does not answer.').waitFor()
    await visit.close()
  })
})

describe('the reference below a base', { skip: cannotBrowse }, () => {
  for (const [name, flags, prefix] of [
    ['that the server knows', ['--base', '/api'], ''],
    ['that only a proxy knows', [], '/triptych'],
  ] as const) {
    it(`asks at the right address: ${name}`, async (t) => {
      const server = await startPageServer(flags)
      const proxy = await stripPrefix(server.url, prefix)
      t.after(async () => {
        proxy.close()
        await server.stop()
      })
      const site = await openSite(async () => ({ ...server, url: proxy.url, stop: async () => {} }))
      t.after(() => site.stop())
      const base = new URL(server.url).pathname.replace(/\/$/, '') + prefix
      const visit = await site.openPage({ path: `${base}/docs/api#/Server/getHealth` })
      const operation = visit.page.locator('.opblock.is-open')
      const sample = sampleOf(operation)

      await eventuallyMatches(sample, new RegExp(`:\\d+${base}/health'$`))
      await operation.getByRole('button', { name: 'Execute' }).click()
      await operation.locator('.live-responses-table').getByText('"ready": true').waitFor()
      await visit.close()
    })
  }
})

async function readDocument(visit: Visit): Promise<{ tags: string[]; paths: string[] }> {
  const document = (await (await fetch(new URL('openapi.json', visit.url))).json()) as {
    tags: { name: string }[]
    paths: Record<string, object>
  }
  return {
    tags: document.tags.map(({ name }) => name),
    paths: Object.values(document.paths).flatMap((operations) => Object.keys(operations)),
  }
}

function sampleOf(operation: Locator): Locator {
  return operation.getByRole('region', { name: 'Code sample' }).locator('pre')
}

async function eventuallyMatches(locator: Locator, expected: RegExp): Promise<void> {
  await locator.filter({ hasText: expected }).first().waitFor()
}

async function eventuallyShows(locator: Locator, expected: string[]): Promise<void> {
  const deadline = Date.now() + 30_000
  for (;;) {
    const texts = await locator.allTextContents()
    if (JSON.stringify(texts) === JSON.stringify(expected)) return
    if (Date.now() > deadline) assert.deepEqual(texts, expected)
  }
}

/** Presses Tab until what has the focus begins with the text. */
async function tabTo({ page }: Visit, text: string): Promise<void> {
  for (let presses = 0; presses < 40; presses++) {
    await page.keyboard.press('Tab')
    const focused = await page.evaluate<string>('document.activeElement?.textContent ?? ""')
    if (focused.startsWith(text)) return
  }
  assert.fail(`${text} is not reached`)
}

/** A proxy that shows a server below a path of its own. */
async function stripPrefix(
  target: string,
  prefix: string,
): Promise<{ url: string; close(): void }> {
  const { hostname, port } = new URL(target)
  const server = createServer((incoming, outgoing) => {
    const path = (incoming.url ?? '').slice(prefix.length)
    const { method, headers } = incoming
    const onward = request({ hostname, port, path, method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers)
      answer.pipe(outgoing)
    })
    incoming.pipe(onward)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

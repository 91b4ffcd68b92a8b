import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { errorCodes } from '@triptych/contract/errors'
import { changeFeeds } from '../../events/change-feeds.ts'
import { docsPage } from './docs-page.ts'
import { openApiDocument } from './openapi.ts'
import type { OpenApiDocument } from './openapi.ts'
import { allRoutes } from '../routes.ts'

const settings = {
  version: '1.2.3',
  base: '',
  limits: { body: 1000, depth: 7, changes: 4321, upload: 9999, batch: 100 },
}

const document = openApiDocument(
  allRoutes({
    ...settings,
    feeds: changeFeeds(() => {}),
    metrics: { text: () => '' },
    batchPath: 'batch',
    isReady: async () => true,
  }),
  settings,
)
const page = docsPage(document)

function attribute(html: string, name: string): string[] {
  return [...html.matchAll(new RegExp(`\\s${name}="([^"]*)"`, 'g'))].map(([, value = '']) => value)
}

/** The names of all tags and attributes. Every `<` must begin a tag, and every value be quoted. */
function namesIn(html: string): Set<string> {
  const names = new Set<string>()
  const withoutStyle = html.replaceAll(/<style>[^]*?<\/style>/g, '')
  for (const [, markup = ''] of withoutStyle.matchAll(/<([^<]*)/g)) {
    const tag = /^\/?([!\w]+)((?:\s+[\w-]+(?:="[^"]*")?)*)\s*\/?>/.exec(markup)
    assert.ok(tag, `not a tag: <${markup}`)
    names.add(tag[1]!)
    const attributes = tag[2]!.replaceAll(/"[^"]*"/g, '')
    for (const [name] of attributes.matchAll(/[\w-]+/g)) names.add(`@${name}`)
  }
  return names
}

function textOf(html: string): string {
  return html
    .replaceAll(/<style>[^]*?<\/style>|<[^>]*>/g, '')
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
}

const hostile = `</code><script>alert(1)</script><img src=x onerror="alert('2')">&`

/** The same document with something hostile in every text and every name. */
function poisoned<T>(node: T, key = ''): T {
  if (typeof node === 'string') {
    return (key === '$ref' ? `${node}${hostile.replaceAll('/', '')}` : node + hostile) as T
  }
  if (typeof node !== 'object' || node === null) return node
  if (Array.isArray(node)) return node.map((item) => poisoned(item)) as T
  return Object.fromEntries(
    Object.entries(node).map(([name, value]) => [
      key === 'properties' || key === 'paths' ? name + hostile : name,
      poisoned(value, name),
    ]),
  ) as T
}

describe('the page', () => {
  it('asks no other host for anything, and runs nothing', () => {
    assert.doesNotMatch(page, /https?:\/\//i)
    assert.doesNotMatch(page, /<script|\son\w+=|javascript:|url\(|@import|<base|<iframe|<form/i)
    assert.deepEqual(attribute(page, 'src'), [])
    const links = attribute(page, 'href').filter((href) => !href.startsWith('#'))
    assert.deepEqual(links.map((href) => href.slice(0, 19)).toSorted(), [
      '/openapi.json',
      'data:image/svg+xml,',
    ])
  })

  it('links to the document below the base', () => {
    const below = docsPage(openApiDocument([], { ...settings, base: '/api' }))

    assert.ok(attribute(below, 'href').includes('/api/openapi.json'))
  })

  it('has every link within it lead somewhere, and no id twice', () => {
    const ids = attribute(page, 'id')
    const links = attribute(page, 'href').filter((href) => href.startsWith('#'))

    assert.equal(new Set(ids).size, ids.length)
    assert.ok(links.length > 50)
    for (const link of links) assert.ok(ids.includes(link.slice(1)), link)
  })

  it('can be found through by landmarks and headings', () => {
    for (const landmark of ['header', 'main', 'h1', 'nav class="contents" aria-label="Contents"']) {
      assert.equal(page.split(`<${landmark}`).length, 2, landmark)
    }
    assert.match(page, /<html lang="en">/)
    assert.match(page, /<a class="skip" href="#content">[^]*<main id="content"/)

    let depth = 0
    for (const [, level] of page.matchAll(/<h([1-6])/g)) {
      assert.ok(Number(level) <= depth + 1, `h${level} after h${depth}`)
      depth = Number(level)
    }
  })
})

describe('on the page', () => {
  it('is every operation, in the contents and in full', () => {
    const text = textOf(page)
    for (const [path, operations] of Object.entries(document.paths)) {
      for (const [method, operation] of Object.entries(operations)) {
        const id = `operation-${operation.operationId}`
        assert.ok(attribute(page, 'href').includes(`#${id}`), id)
        assert.ok(attribute(page, 'id').includes(id), id)
        assert.ok(text.includes(`${operation.summary} ${method.toUpperCase()} ${path}`), id)
      }
    }
  })

  it('is every parameter with its place and meaning', () => {
    const text = textOf(page)
    assert.match(
      text,
      /since integer, at least 0 in the query, optional default 0 The last revision/,
    )
    assert.match(text, /limit integer, 0 to 4321 in the query, optional default 1000/)
    assert.match(text, /If-Match string in the header, optional The ETag the row must still have/)
    assert.match(text, /table string in the path The name of a table\./)
  })

  it('is every body with its members', () => {
    const [article = ''] = /<article[^>]*id="operation-patchByTableById"[^]*?<\/article>/.exec(
      page,
    )!

    assert.match(
      textOf(article),
      /Body application\/json UpdateCell key string The column\. value any/,
    )
  })

  it('is every error code with its status and meaning, in one place and at each operation', () => {
    const text = textOf(page)
    const errors = textOf(page.slice(page.indexOf('<section id="errors"')))
    for (const [code, meaning] of Object.entries(errorCodes)) {
      assert.ok(attribute(page, 'id').includes(`error-${code}`), code)
      assert.match(errors, new RegExp(`[45]\\d\\d ${code.replace('.', '\\.')} `))
      assert.ok(errors.includes(meaning.replaceAll('`', '')), code)
    }
    const inArticles = /Errors 400 403 404 409 412 413 422 500 503 507 400 bad_request A header/
    assert.match(text, inArticles)
  })

  it('is every named schema', () => {
    for (const name of Object.keys(document.components.schemas)) {
      assert.ok(attribute(page, 'id').includes(`schema-${name}`), name)
    }
  })

  it('is every limit', () => {
    const limits = textOf(page.slice(page.indexOf('<section id="limits"')))

    assert.match(limits, /body 1,000 Bytes of .* depth 7 Levels of .* changes 4,321 Entries/)
  })
})

describe('hostile text', () => {
  it('is shown as text wherever it stands in the document', () => {
    const { 'x-limits': limits, ...rest } = document
    const poison: OpenApiDocument = { ...poisoned(rest), 'x-limits': limits }

    const poisonedPage = docsPage(poison)

    assert.ok(poisonedPage.includes('&lt;script&gt;alert(1)&lt;/script&gt;'))
    assert.deepEqual(namesIn(poisonedPage), namesIn(page))
  })
})

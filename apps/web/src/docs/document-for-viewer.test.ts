import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { documentForViewer } from './document-for-viewer.ts'
import type { OpenApiDocument } from './document-for-viewer.ts'

function documentBelow(base: string): OpenApiDocument {
  const main = { url: base || '/', description: 'The workspace `main`.' }
  return {
    info: { title: 'Triptych', version: '1.2.3' },
    servers: [main, { url: `${base}/v1`, description: 'The same.' }],
    paths: { '/health': { get: { servers: [main], responses: {} } } },
  }
}

const urlsOf = (document: OpenApiDocument) => document.servers.map(({ url }) => url)

describe('the document on the page', () => {
  it('has its servers and the workspaces where the page lies', () => {
    for (const [base, page, below] of [
      ['', '/docs/api', ''],
      ['', '/v1/docs/api', ''],
      ['', '//docs/api', ''],
      ['/api', '/api/docs/api', '/api'],
      ['/api', '/api/v1/docs/api', '/api'],
      ['', '/behind/a/proxy/docs/api', '/behind/a/proxy'],
      ['/api', '/behind/api/docs/api', '/behind/api'],
    ] as const) {
      const shown = documentForViewer(documentBelow(base), page)

      const own = [below || '/', `${below}/v1`]
      const others = [`${below}/w/{workspace}`, `${below}/v1/w/{workspace}`]
      assert.deepEqual(urlsOf(shown), [...own, ...others], page)
      assert.equal(shown.paths['/health']!['get']!.servers![0]!.url, below || '/')
      assert.equal(shown.servers[0]!.description, 'The workspace main.')
    }
  })

  it('tells of an error its codes only, and of other answers everything', () => {
    const problem = { 'application/problem+json': {} }
    const json = { 'application/json': {} }
    const document = documentBelow('')
    document.paths['/health']!['get']!.responses = {
      200: { content: json, headers: { ETag: {} } },
      404: { content: problem, headers: {} },
      503: { content: { ...json, ...problem }, headers: {} },
    }

    const { responses } = documentForViewer(document, '/docs/api').paths['/health']!['get']!

    assert.deepEqual(responses, {
      200: { content: json, headers: { ETag: {} } },
      404: {},
      503: { content: json, headers: {} },
    })
  })

  it('has nothing to make odd examples of', () => {
    const document = documentBelow('')
    const schema = {
      pattern: '^[\\p{L}]+$',
      additionalProperties: {},
      properties: { date: { pattern: '^\\d{4}$' }, pattern: { type: 'string' } },
    }
    const form = { properties: { name: { type: 'string' } } }
    document.paths['/health']!['get']!.requestBody = {
      content: { 'application/json': { schema }, 'multipart/form-data': { schema: form } },
    }

    const { content } = documentForViewer(document, '/docs/api').paths['/health']!['get']!
      .requestBody!

    assert.deepEqual(content['application/json']!.schema, { properties: schema.properties })
    assert.deepEqual(content['multipart/form-data']!.schema, {
      properties: { name: { type: 'string', example: '' } },
    })
  })
})

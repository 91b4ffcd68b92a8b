import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { javascriptOf, written } from './code-sample.ts'
import type { Filled } from './code-sample.ts'

const readRow: Filled = {
  method: 'get',
  server: 'http://localhost:3000/w/main',
  path: '/{table}/{id}',
  parameters: [
    { name: 'table', in: 'path', required: true, value: 'films' },
    { name: 'id', in: 'path', required: true, value: '$& a/b' },
    { name: 'fields', in: 'query', value: 'name,year' },
    { name: 'limit', in: 'query', value: '' },
    { name: 'If-None-Match', in: 'header', value: '"1"' },
    { name: 'X-Origin', in: 'header', value: null },
  ],
  contentType: null,
  body: null,
}

/** What a sample asks of `fetch`. */
async function askedBy(sample: string): Promise<{ url: string; options: RequestInit }> {
  let asked: { url: string; options: RequestInit } | null = null
  const fetch = async (url: string, options: RequestInit = {}) => {
    asked = { url, options }
    return { status: 200, text: async () => '' }
  }
  const body = `return (async () => { ${sample} })()`
  // What is shown to people is run as they would run it.
  // oxlint-disable-next-line no-new-func, typescript/no-implied-eval
  const run = new Function('fetch', 'file', 'console', body) as (
    ...given: unknown[]
  ) => Promise<void>
  await run(fetch, new Blob(['bytes']), { log: () => {} })
  return asked!
}

describe('a request that is written down', () => {
  it('has its parameters where they belong, and none that are empty', () => {
    assert.deepEqual(written(readRow), {
      method: 'GET',
      url: 'http://localhost:3000/w/main/films/%24%26%20a%2Fb?fields=name%2Cyear',
      headers: { 'If-None-Match': '"1"' },
      body: null,
    })
  })

  it('names what is required and not filled in', () => {
    const parameters = [
      { name: 'table', in: 'path', required: true },
      { name: 'id', in: 'query', required: true },
    ]

    const { url } = written({ ...readRow, path: '/{table}', parameters })

    assert.equal(url, 'http://localhost:3000/w/main/{table}?id={id}')
  })

  it('says of what type its body is', () => {
    const { headers } = written({ ...readRow, contentType: 'application/json', body: '{}' })

    assert.equal(headers['Content-Type'], 'application/json')
  })
})

describe('a request in JavaScript', () => {
  it('asks for the same', async () => {
    const { url, options } = await askedBy(javascriptOf(written(readRow)))

    assert.equal(url, written(readRow).url)
    assert.deepEqual(options, { headers: { 'If-None-Match': '"1"' } })
  })

  it('is one line where nothing is to be said', () => {
    const bare = { ...written(readRow), headers: {} }

    assert.equal(
      javascriptOf(bare),
      `const response = await fetch('${bare.url}')\nconsole.log(response.status, await response.text())`,
    )
  })

  it('sends the same JSON, whatever is in it', async () => {
    const value = { text: `it's "quoted" \\ and\nlong`, list: [1, null, { a: true }] }
    const body = JSON.stringify(value)
    const sample = javascriptOf({ method: 'PUT', url: 'http://x/', headers: {}, body })

    const { options } = await askedBy(sample)

    assert.equal(options.method, 'PUT')
    assert.deepEqual(JSON.parse(options.body as string), value)
  })

  it('sends what is no JSON yet as it is', async () => {
    const body = `{ "half": 'a`
    const sample = javascriptOf({ method: 'POST', url: 'http://x/', headers: {}, body })

    assert.equal((await askedBy(sample)).options.body, body)
  })

  it('sends a form, and leaves its boundary to the browser', async () => {
    const sample = javascriptOf({
      method: 'POST',
      url: 'http://x/',
      headers: { 'Content-Type': 'multipart/form-data', 'X-Origin': 'me' },
      body: { file: new Blob(['x']), name: "it's.txt" },
    })

    const { options } = await askedBy(sample)

    assert.deepEqual(options.headers, { 'X-Origin': 'me' })
    const form = options.body as FormData
    assert.equal(form.get('name'), "it's.txt")
    assert.equal(await (form.get('file') as Blob).text(), 'bytes')
  })
})

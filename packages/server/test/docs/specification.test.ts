import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { before, describe, it } from 'node:test'
import { Change } from '@triptych/contract/changes'
import { errorCodes } from '@triptych/contract/errors'
import type { ErrorCode } from '@triptych/contract/errors'
import { statusOf } from '../../src/http/wire/error-response.ts'
import { server } from '../fixtures/api.ts'
import { checkExample, examplesIn, isCurlMissing } from './shown-examples.ts'
import { samples, withoutExample } from './specification/examples.ts'
import { specificationPages } from './specification/pages.ts'
import type { Pages } from './specification/pages.ts'
import { operationsOf } from './specification/write-operations.ts'

/** The specification against the document and a running server, both ways. */

const docs = new URL('../../../../docs/', import.meta.url)
const read = (name: string): string => readFileSync(new URL(name, docs), 'utf8')
const specification = read('specification.md')
const operations = read('specification/operations.md')
const schemas = read('specification/schemas.md')

let pages: Pages
before(async () => {
  pages = await specificationPages()
})

function found(text: string, pattern: RegExp): Set<string> {
  return new Set([...text.matchAll(pattern)].map(([, one = '']) => one))
}

function section(number: number): string {
  const start = specification.indexOf(`\n## ${number}. `)
  const end = specification.indexOf('\n## ', start + 4)
  assert.ok(start > 0, String(number))
  return specification.slice(start, end < 0 ? undefined : end)
}

describe('the catalogue of the specification', () => {
  it('is what the document and the answers of a server make of it now; else run npm run specification', () => {
    for (const [name, text] of Object.entries(pages.texts)) {
      const lines = read(`specification/${name}`).split('\n')
      for (const [at, line] of text.split('\n').entries()) {
        assert.equal(lines[at], line, `${name}, line ${at + 1}`)
      }
      assert.equal(lines.length, text.split('\n').length)
    }
  })

  it('has every operation with its parameters, statuses and codes, and no other', () => {
    const sections = new Map(
      operations.split('\n### ').map((text) => [text.slice(0, text.indexOf('\n')), text]),
    )
    const places = operationsOf(pages.document)
    assert.equal(sections.size, places.length + 1)
    for (const { method, path, operation } of places) {
      const text = sections.get(operation.operationId) ?? ''
      assert.ok(text.includes(`\`${method} ${path}\``), operation.operationId)
      for (const { name } of operation.parameters) assert.ok(text.includes(`| \`${name}\` |`), name)
      const codes = Object.entries(operation.responses).flatMap(([, { content = {} }]) => [
        ...(content['application/problem+json']?.schema.properties?.['code']?.enum ?? []),
      ])
      const shown = /\*\*Errors\.\*\* (.+)/.exec(text)?.[1] ?? ''
      assert.deepEqual(found(shown, /`([\w.]+)`/g), new Set(codes))
      for (const status of Object.keys(operation.responses)) {
        assert.ok(text.includes(`**${status}.**`) || shown.includes(`${status} \``), status)
      }
    }
  })

  it('has every schema, and leads to no other', () => {
    const named = Object.keys(pages.document.components.schemas)
    assert.deepEqual(found(schemas, /^## (.+)$/gm), new Set(named))
    const known = new Set(named.map((name) => name.toLowerCase()))
    for (const text of [specification, operations, schemas]) {
      for (const name of found(text, /schemas\.md#([\w-]+)/g)) assert.ok(known.has(name), name)
    }
  })

  it('has an example of each operation that the server answers with success, or says why there is none', () => {
    const ids = operationsOf(pages.document).map(({ operation }) => operation.operationId)
    const told = [...Object.keys(samples), ...Object.keys(withoutExample)]
    assert.deepEqual(told.toSorted(), ids.toSorted())
    for (const [id, { status }] of Object.entries(pages.shown)) assert.ok(status < 400, id)
  })
})

describe('the specification', () => {
  it('names no operation and no code that is not there, and codes with their statuses', () => {
    const places = operationsOf(pages.document)
    const ids = new Set(places.map(({ operation }) => operation.operationId))
    for (const id of found(section(4), /`([a-z]+[A-Z]\w+)`/g)) assert.ok(ids.has(id), id)
    const areas = new Set(Object.keys(errorCodes).map((code) => code.split('.')[0]!))
    for (const code of found(specification, /`(\w+\.[a-z_]+)`/g)) {
      if (areas.has(code.split('.')[0]!)) assert.ok(code in errorCodes, code)
    }
    for (const [, status, code = ''] of specification.matchAll(/\b([45]\d\d) `([\w.]+)`/g)) {
      assert.equal(String(statusOf[code as ErrorCode]), status, code)
    }
  })

  it('has every code that the contract has', () => {
    const all = `${specification}${operations}${schemas}`
    for (const code of Object.keys(errorCodes)) assert.ok(all.includes(code), code)
  })

  it('has every operation of the log, and no other', () => {
    const told = found(section(9), /`((?:[a-z]+-)+[a-z]+|withheld|reload)`/g)
    told.delete('people-changed')
    assert.deepEqual(told, new Set(Change.shape.operation.options))
    const areas = found(section(9), /^\| `(\w+)`/gm)
    assert.deepEqual(areas, new Set(Change.shape.area.options))
  })

  it('leads to pages that are there', () => {
    for (const page of found(specification, /\]\(([\w/-]+\.md)/g)) assert.notEqual(read(page), '')
  })

  it('shows what a server answers', { skip: isCurlMissing }, async () => {
    const triptych = await server({ auth: 'none' })
    const address = `127.0.0.1:${(await triptych.listen()).port}`
    const cwd = mkdtempSync(join(tmpdir(), 'specification-'))
    const examples = examplesIn(specification)
    assert.ok(examples.length >= 4)
    for (const example of examples) await checkExample(example, { address, cwd })
    rmSync(cwd, { recursive: true })
  })
})

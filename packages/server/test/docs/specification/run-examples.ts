import assert from 'node:assert/strict'
import type { OpenApiDocument } from '../../../src/http/reference/openapi.ts'
import type { AccountsServer } from '../../fixtures/accounts-api.ts'
import { send } from '../../fixtures/api.ts'
import { formOf } from '../../fixtures/files-api.ts'
import { samples } from './examples.ts'
import type { Answered, Sample } from './examples.ts'

export interface Shown {
  /** As it is sent: method and address, and the body below. */
  request: string
  status: number
  type: string
  answer: string
}

/** Sends every example to a server, one after the other. What is drawn anew each time is replaced by marks. */
export async function runExamples(
  { triptych, owner }: AccountsServer,
  document: OpenApiDocument,
): Promise<Record<string, Shown>> {
  const answered: Answered = {}
  const own = { cookie: owner.cookie, 'sec-fetch-site': 'same-origin' }
  async function prepare(given: NonNullable<Sample['first']>): Promise<void> {
    const { path, body, file, times = 1 } = given
    const form = file && formIn(file, path)
    const headers = { ...own, ...(form && { 'content-type': form.type }) }
    const { status, json } = await send(triptych, 'POST', path, form?.body ?? body, headers)
    assert.equal(status, 200, JSON.stringify(json))
    answered['first'] = json as Answered[string]
    if (times > 1) await prepare({ ...given, times: times - 1 })
  }

  const shown: Record<string, Shown> = {}
  const mark = marks()
  for (const [id, sample] of Object.entries(samples)) {
    const method = methodOf(document, id)
    if (sample.first) await prepare(sample.first)
    const path = typeof sample.path === 'function' ? sample.path(answered) : sample.path
    const body = typeof sample.body === 'function' ? sample.body(answered) : sample.body
    const form = sample.file && formIn(sample.file, path)
    const headers = {
      ...(!sample.asNobody && own),
      ...(form && { 'content-type': form.type }),
    }
    const answer = await send(triptych, method, path, form ? form.body : body, headers)
    answered[id] = answer.json as Answered[string]
    assert.ok(answer.status < 400, `${id}: ${JSON.stringify(answer.json)}`)
    shown[id] = {
      request: mark([`${method} ${path}`, ...bodyLines(sample, body)].join('\n')),
      status: answer.status,
      type: (answer.headers.get('content-type') ?? '').split(';')[0]!,
      answer: mark(textOf(answer.json)),
    }
  }
  return shown
}

function methodOf({ paths }: OpenApiDocument, id: string): string {
  for (const operations of Object.values(paths)) {
    for (const [method, { operationId }] of Object.entries(operations)) {
      if (operationId === id) return method.toUpperCase()
    }
  }
  throw new Error(`There is no operation ${id}.`)
}

function formIn({ name, text }: NonNullable<Sample['file']>, path: string) {
  const isPassword = path.endsWith('/password')
  return formOf([isPassword ? { name, data: text } : { name: 'file', filename: name, data: text }])
}

function bodyLines({ file }: Sample, body: unknown): string[] {
  if (file) return ['', `(a form with ${file.name})`]
  if (body === undefined) return []
  return ['', typeof body === 'string' ? body : JSON.stringify(body, null, 2)]
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value.length > 600 ? `${value.slice(0, 600)}…` : value
  const text = JSON.stringify(shortened(value), null, 2)
  const lines = text.split('\n')
  return lines.length > 60 ? [...lines.slice(0, 60), '…'].join('\n') : text
}

/** Of long lists the first two. */
function shortened(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 2).map(shortened)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, shortened(one)]))
}

/** Times, ids and secrets of a run become those of every run; what was the same stays the same. */
function marks(): (text: string) => string {
  const ids = new Map<string, string>()
  const secrets = new Map<string, string>()
  return (text) =>
    text
      .replaceAll(/"(free|used|total)": \d{7,}/g, '"$1": 1000000000')
      .replaceAll(/"version": "\d+\.\d+\.\d+[^"]*"/g, '"version": "1.2.3"')
      .replaceAll(/expires=\d{10}/g, 'expires=1775377800')
      .replaceAll(/(?<![\da-f])[\da-f]{64}(?![\da-f])/g, (hash) =>
        numbered(secrets, hash, (at) => `…hash ${at}…`),
      )
      .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, (at) =>
        /^(2999|2026-04)/.test(at) ? at : '2026-04-05T08:30:00.000Z',
      )
      .replaceAll(/[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g, (id) =>
        numbered(ids, id, (at) => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`),
      )
      .replaceAll(/(?<![\w-])(?=[\w-]*\d)(?=[\w-]*[A-Z])[\w-]{20,}(?![\w-])/g, (secret) =>
        numbered(secrets, secret, (at) => `…secret ${at}…`),
      )
}

function numbered(known: Map<string, string>, found: string, name: (at: number) => string): string {
  const kept = known.get(found) ?? name(known.size + 1)
  known.set(found, kept)
  return kept
}

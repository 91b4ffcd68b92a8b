import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { z } from 'zod'
import { queryReader, rawText, withParameters } from './query.ts'
import type { Shape } from './query.ts'

const none = new Set<string>()

function reading(shape: Shape, query: string): Record<string, unknown> {
  return { ...queryReader(shape, none)(`/films${query}`) }
}

function assertRefused(shape: Shape, query: string, parameter: string): void {
  const error = { name: 'AppError', code: 'query.invalid', details: { parameter } }
  assert.throws(() => reading(shape, query), error, query)
}

describe('a parameter', () => {
  it('is a number where its schema is one', () => {
    const shape = { limit: z.int().min(1).max(50) }

    assert.deepEqual(reading(shape, '?limit=7'), { limit: 7 })
    assert.deepEqual(reading(shape, '?limit=007'), { limit: 7 })
    assert.deepEqual(reading(shape, '?limit=50'), { limit: 50 })
    assert.deepEqual(reading({ at: z.number() }, '?at=-1.25'), { at: -1.25 })
    for (const text of [
      '51',
      '0',
      '-1',
      '1.5',
      'x',
      '',
      '1e1',
      '0x1',
      '+1',
      '%201',
      'NaN',
      '9'.repeat(20),
    ]) {
      assertRefused(shape, `?limit=${text}`, 'limit')
    }
  })

  it('is true or false where its schema is', () => {
    const shape = { atomic: z.boolean().default(false) }

    assert.deepEqual(reading(shape, '?atomic=true'), { atomic: true })
    assert.deepEqual(reading(shape, '?atomic=false'), { atomic: false })
    assert.deepEqual(reading(shape, ''), { atomic: false })
    for (const text of ['', '1', 'yes', 'TRUE']) assertRefused(shape, `?atomic=${text}`, 'atomic')
    assertRefused(shape, '?atomic', 'atomic')
  })

  it('is one of a list where its schema says which', () => {
    const shape = { count: z.enum(['exact', 'none']).default('exact') }

    assert.deepEqual(reading(shape, '?count=none'), { count: 'none' })
    assert.deepEqual(reading(shape, '?'), { count: 'exact' })
    assertRefused(shape, '?count=all', 'count')
    assertRefused({ ends: z.literal('any').optional() }, '?ends=foo', 'ends')
  })

  it('is a list where its schema is one, and can then be said several times', () => {
    const shape = { id: z.array(z.int()).min(1) }

    assert.deepEqual(reading(shape, '?id=3&id=1&id=2'), { id: [3, 1, 2] })
    assert.deepEqual(reading(shape, '?id=3'), { id: [3] })
    assertRefused(shape, '?id=3&id=x', 'id')
    assertRefused(shape, '', 'id')
  })

  it('can be said once otherwise', () => {
    assertRefused({ text: z.string().optional() }, '?text=a&text=b', 'text')
    assertRefused({ text: z.string().optional() }, '?text=a&text=a', 'text')
  })

  it('is a text as forms write it', () => {
    const shape = { text: z.string().optional() }
    const texts = [
      ['a+b', 'a b'],
      ['a%2Bb%20c', 'a+b c'],
      ['caf%C3%A9', 'café'],
      ['100%', '100%'],
      ['a=b', 'a=b'],
      ['', ''],
    ]

    for (const [sent = '', text] of texts) {
      assert.deepEqual(reading(shape, `?text=${sent}#text=x`), { text })
    }
    assert.deepEqual(reading(shape, '?text'), { text: '' })
    assert.deepEqual(reading(shape, '?t%65xt=a&&'), { text: 'a' })
  })

  it('is as it was sent where its schema decodes it itself', () => {
    const raw = z.string().register(rawText, { raw: true })
    const shape = {
      id: raw
        .transform((text) => [text])
        .optional()
        .meta({ description: '' }),
    }

    assert.deepEqual(reading(shape, '?id=a+b%2Fc'), { id: ['a+b%2Fc'] })
    assert.deepEqual(reading(shape, ''), { id: undefined })
  })

  it('is needed where its schema has no word for its absence', () => {
    assertRefused({ id: z.string() }, '', 'id')
    assertRefused({ id: z.string(), text: z.string().optional() }, '?text=a', 'id')
  })

  it('is refused where nobody has declared it, but for those that are ignored', () => {
    const shape = { limit: z.int().optional() }
    const read = queryReader(shape, new Set(['of']))

    assertRefused(shape, '?limti=5', 'limti')
    assertRefused({}, '?limit=5', 'limit')
    assertRefused(shape, '?limit=5&__proto__=1', '__proto__')
    assertRefused(shape, `?${'x'.repeat(100)}`, 'x'.repeat(60))
    assert.deepEqual({ ...read('/preview?of=1&of=2') }, { limit: undefined })
    assert.deepEqual({ ...queryReader(shape, 'everything')('/?utm=1&limit=3') }, { limit: 3 })
  })
})

function next(url: string): string {
  return withParameters(url, { limit: '5', cursor: 'a+b/c' }, ['start', 'end'])
}

describe('an address with other parameters', () => {
  it('keeps what else was sent as it was', () => {
    const behind = 'limit=5&cursor=a%2Bb%2Fc'
    assert.equal(next('/films'), `/films?${behind}`)
    assert.equal(next('/w/a/films?start=0&end=50'), `/w/a/films?${behind}`)
    assert.equal(next('/films?st%61rt=0&sort=-year&limit=9'), `/films?sort=-year&${behind}`)
    assert.equal(
      next('/films?title=a%20b&title=c+d&x#y'),
      `/films?title=a%20b&title=c+d&x&${behind}`,
    )
    assert.equal(next('https://here.example/films?cursor=old'), `/films?${behind}`)
  })

  it('names no host, and cannot be ended by what was sent', () => {
    assert.match(next('//evil.example/films'), /^\/evil\.example\/films\?/)
    assert.equal(
      next('/films?a=>;"é\x00 <b'),
      '/films?a=%3E;%22%C3%A9%00%20%3Cb&limit=5&cursor=a%2Bb%2Fc',
    )
  })
})

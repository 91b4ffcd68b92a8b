import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { describe, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify, stripVTControlCharacters } from 'node:util'
import { AppError } from '../errors.ts'
import { logLevels } from './observation.ts'
import { openLogger } from './logger.ts'
import type { ErrorDescription } from './describe-error.ts'
import type { LogLevel, Observation } from './observation.ts'

const request: Observation = {
  kind: 'request',
  requestId: 'r1',
  method: 'GET',
  path: '/films',
  route: '/:table',
  status: 200,
  ms: 1.23456,
}

const failure: Observation = {
  kind: 'failure',
  requestId: 'r1',
  where: 'http',
  error: new Error('the list broke', { cause: new Error('the disk broke') }),
}

function collecting({
  level = 'debug',
  pretty = false,
}: { level?: LogLevel; pretty?: boolean } = {}) {
  const writes: string[] = []
  return { writes, ...openLogger({ level, pretty, write: (lines) => writes.push(lines) }) }
}

/** The one JSON line that `observation` makes. */
function lineOf(observation: Observation): Record<string, unknown> {
  const { writes, observe, flush } = collecting()
  observe(observation)
  flush()
  assert.match(writes.join(''), /^[^\n]+\n$/)
  return JSON.parse(writes.join('')) as Record<string, unknown>
}

function withoutTime(line: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(line).filter(([field]) => field !== 'time'))
}

function prettyOf(observation: Observation): string {
  const { writes, observe, flush } = collecting({ pretty: true })
  observe(observation)
  flush()
  return stripVTControlCharacters(writes.join(''))
}

describe('a JSON line', () => {
  it('tells of a request with its fields in a fixed order', () => {
    const { time, ...line } = lineOf(request)

    assert.match(String(time), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    assert.equal(
      JSON.stringify(line),
      '{"level":"info","msg":"request","requestId":"r1","method":"GET","path":"/films","route":"/:table","status":200,"ms":1.235}',
    )
  })

  it('tells of a request at error level when the server failed, and only then', () => {
    assert.equal(lineOf({ ...request, status: 499 })['level'], 'info')
    assert.equal(lineOf({ ...request, status: 500 })['level'], 'error')
    assert.equal(lineOf({ ...request, status: 503 })['level'], 'warn')
    assert.equal(lineOf({ ...request, status: 599 })['level'], 'error')
  })

  it('tells of a failure with message, stack and the chain of causes', () => {
    const { level, requestId, where, error } = lineOf(failure)

    const { message, stack, cause } = error as ErrorDescription
    assert.deepEqual([level, requestId, where, message], ['error', 'r1', 'http', 'the list broke'])
    assert.match(stack ?? '', /Error: the list broke\n +at .*logger\.test\.ts/)
    assert.equal(cause?.message, 'the disk broke')
    assert.match(cause?.stack ?? '', /logger\.test\.ts/)
  })

  it('tells of the code and the details of our own errors', () => {
    const error = new AppError('tables.not_found', 'There is no such table.', { table: 'x' })

    const line = lineOf({ kind: 'failure', requestId: null, where: 'start', error })['error']

    const { code, details } = line as Record<string, unknown>
    assert.deepEqual({ code, details }, { code: 'tables.not_found', details: { table: 'x' } })
  })

  it('tells of every error that an AggregateError holds', () => {
    const error = new AggregateError([new Error('one'), 'two'], 'both')

    const line = lineOf({ ...failure, error })['error'] as { errors: { message: string }[] }

    assert.deepEqual(
      line.errors.map(({ message }) => message),
      ['one', "'two'"],
    )
  })

  it('tells of whatever was thrown, be it circular, a bigint or no error at all', () => {
    const circular = new Error('round')
    circular.cause = circular
    Object.assign(circular, { details: { circular, big: 1n }, code: 2n })

    for (const error of [circular, 'text', undefined, null, 7n, { toString: null }]) {
      assert.equal(lineOf({ ...failure, error })['msg'], 'failure')
    }
  })

  it('stays one line whatever a client puts into its address', () => {
    assert.equal(lineOf({ ...request, path: '/a\nb\r"' })['path'], '/a\nb\r"')
  })

  it('tells of everything else by its kind', () => {
    assert.deepEqual(
      [
        lineOf({ kind: 'commit', transactions: 3, ms: 0.5 }),
        lineOf({ kind: 'subscriber-joined' }),
        lineOf({ kind: 'subscriber-dropped', reason: 'slow' }),
        lineOf({ kind: 'started', address: 'http://x/' }),
        lineOf({ kind: 'stopping', signal: 'SIGTERM' }),
        lineOf({ kind: 'note', message: 'hello' }),
      ].map(withoutTime),
      [
        { level: 'debug', msg: 'commit', transactions: 3, ms: 0.5 },
        { level: 'debug', msg: 'subscriber-joined' },
        { level: 'warn', msg: 'subscriber-dropped', reason: 'slow' },
        { level: 'debug', msg: 'started', address: 'http://x/' },
        { level: 'info', msg: 'stopping', signal: 'SIGTERM' },
        { level: 'info', msg: 'hello' },
      ],
    )
  })
})

describe('a pretty line', () => {
  it('tells of a request in short', () => {
    assert.match(prettyOf(request), /^\d\d:\d\d:\d\d 200 GET \/films 1\.2 ms\n$/)
  })

  it('tells of a failure with its stack and its cause', () => {
    const text = prettyOf(failure)

    assert.match(text, /^\d\d:\d\d:\d\d failure in http in request r1\n/)
    assert.match(text, /the list broke[^]*logger\.test\.ts[^]*the disk broke/)
  })

  it('tells of everything else in one line', () => {
    assert.match(
      prettyOf({ kind: 'stopping', signal: 'SIGINT' }),
      /^[\d:]+ stopping signal=SIGINT\n$/,
    )
    assert.match(prettyOf({ kind: 'note', message: 'hello' }), /^[\d:]+ hello\n$/)
  })

  it('lets no client write control characters to the terminal', () => {
    const { writes, observe, flush } = collecting({ pretty: true })
    observe({ ...request, path: '/\u001b[2J\u009b1m\n' })
    flush()

    assert.match(writes.join(''), /\/\\x1b\[2J\\x9b1m\\x0a/)
  })
})

describe('the level', () => {
  const one: Record<Exclude<LogLevel, 'silent'>, Observation> = {
    debug: { kind: 'commit', transactions: 1, ms: 1 },
    info: request,
    warn: { kind: 'subscriber-dropped', reason: 'slow' },
    error: failure,
  }

  for (const level of logLevels) {
    it(`${level} lets through itself and what matters more`, () => {
      const { writes, observe, flush } = collecting({ level })

      for (const observation of Object.values(one)) observe(observation)
      flush()

      const seen = writes.join('').split('\n').filter(Boolean)
      const levels = seen.map((line) => (JSON.parse(line) as { level: string }).level)
      assert.deepEqual(levels, logLevels.slice(logLevels.indexOf(level), -1))
    })
  }
})

it('a line that is not written is not made', () => {
  const asked = new Set<PropertyKey>()
  const watched = new Proxy(request, {
    get(one, name, receiver) {
      asked.add(name)
      return Reflect.get(one, name, receiver) as unknown
    },
  })
  const { writes, observe, flush } = collecting({ level: 'warn' })

  observe(watched)
  flush()

  assert.deepEqual(writes, [])
  // What its level is told by.
  assert.deepEqual(asked, new Set(['kind', 'status']))
})

describe('writing', () => {
  it('happens once for everything of a moment', async () => {
    const { writes, observe } = collecting()

    for (let i = 0; i < 1000; i++) observe(request)
    assert.equal(writes.length, 0)
    await pause(40)

    assert.equal(writes.length, 1)
    assert.equal(writes[0]!.split('\n').length, 1001)
  })

  it('goes on with the lines that follow', async () => {
    const { writes, observe } = collecting()

    for (let turn = 0; turn < 3; turn++) {
      observe(request)
      await pause(40)
    }

    assert.equal(writes.length, 3)
  })

  it('happens at once when flushed, and nothing is written twice', async () => {
    const { writes, observe, flush } = collecting()

    observe(request)
    flush()
    flush()
    assert.equal(writes.length, 1)
    await pause(40)

    assert.equal(writes.length, 1)
  })

  it('loses no line at exit and does not delay it', async () => {
    const program = `
      import { writeSync } from 'node:fs'
      import { openLogger } from ${JSON.stringify(new URL('logger.ts', import.meta.url).href)}
      const { observe, flush } = openLogger({ level: 'info', pretty: false, write: (lines) => writeSync(1, lines) })
      process.on('exit', () => writeSync(1, 'exit\\n'))
      process.on('exit', flush)
      setTimeout(() => observe({ kind: 'note', message: 'last' }), 1)`

    const { stdout } = await promisify(execFile)(process.execPath, [
      '--input-type=module',
      '-e',
      program,
    ])

    // The line comes after the word: the loop was empty and did not turn once more for the log.
    assert.match(stdout, /^exit\n\{[^\n]+"msg":"last"\}\n$/)
  })
})

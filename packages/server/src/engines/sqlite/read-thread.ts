import { parentPort, workerData } from 'node:worker_threads'
import { AppError } from '../../errors.ts'
import { openConnection, readerCache } from './connection.ts'
import type { Connection } from './connection.ts'
import type { Question, Reply, Signals, Use } from './read-threads.ts'

/** A statement that takes longer is given up: others may wait for this thread. */
const timeoutMs = 30_000

/** Connections that are kept for the next reader of the same file; only the last one with what it has read. */
const maxSpare = 8

/**
 * In KiB. Who looks through a table to find a few rows does so again for the next page, and there are few of them at
 * once. Who goes through a list meets each row once.
 */
const queryCache = 16 * 1024

/** The other end of read-threads.ts. */
if (parentPort) {
  const port = parentPort
  const answer = connectionsOf(workerData as Signals)
  port.on('message', (question: Question) => {
    void reply(question, answer).then((given) => port.postMessage(given, buffersOf(given)))
  })
}

type Answer = (question: Question) => Promise<unknown>

interface Opened {
  path: string
  connection: Connection
}

/** Connections that read, one statement after the other. */
function connectionsOf({ stop, unwanted }: Signals): Answer {
  const readers = new Map<number, Opened>()
  let spare: Opened[] = []
  let [startedAt, current] = [0, 0]

  function checkWanted(): void {
    if (Atomics.load(stop, 0) === 1) throw new AppError('unavailable', 'The server is stopping.')
    if (Atomics.load(unwanted, 0) === current) {
      throw new AppError('unavailable', 'Nobody waits for this any more.')
    }
    if (performance.now() - startedAt > timeoutMs) {
      const message = 'This takes too long; ask for less, or give the table an index.'
      throw new AppError('tables.query_too_large', message)
    }
  }

  function open(path: string): Opened {
    const at = spare.findLastIndex((one) => one.path === path)
    const [known] = at < 0 ? [] : spare.splice(at, 1)
    return known ?? { path, connection: openConnection(path, 'read', checkWanted) }
  }

  function begin(reader: number, path: string, use: Use): void {
    const opened = open(path)
    readers.set(reader, opened)
    const cache = use === 'query' ? queryCache : readerCache
    opened.connection.raw.pragma(`cache_size = -${cache}`)
    opened.connection.execute('begin')
  }

  function end(reader: number): void {
    const opened = readers.get(reader)
    if (!opened) return
    readers.delete(reader)
    opened.connection.execute('rollback')
    spare.at(-1)?.connection.raw.pragma('shrink_memory')
    spare.push(opened)
    if (spare.length > maxSpare) spare.shift()?.connection.close()
  }

  function forget(path: string): void {
    for (const opened of spare) if (opened.path === path) opened.connection.close()
    spare = spare.filter((opened) => opened.path !== path)
  }

  return async (question) => {
    if (question.ask === 'begin') return begin(question.reader, question.path, question.use)
    if (question.ask === 'forget') return forget(question.path)
    if (question.ask === 'end') return end(question.reader)
    const opened = readers.get(question.reader)
    if (!opened) throw new Error('There is no such reader.')
    startedAt = performance.now()
    current = question.number
    checkWanted()
    return opened.connection.session[question.ask](question.statement)
  }
}

async function reply(question: Question, answer: Answer): Promise<Reply> {
  const { number } = question
  try {
    return { number, value: await answer(question) }
  } catch (error) {
    const code = error instanceof AppError ? error.code : null
    const message = error instanceof Error ? error.message : String(error)
    return { number, error: { code, message } }
  }
}

/** A page of JSON is handed over, not copied. */
function buffersOf(answer: Reply): ArrayBuffer[] {
  const row = 'value' in answer && Array.isArray(answer.value) ? (answer.value as unknown[]) : []
  return row.flatMap((cell) => {
    if (!(cell instanceof Uint8Array) || !(cell.buffer instanceof ArrayBuffer)) return []
    return cell.byteLength === cell.buffer.byteLength ? [cell.buffer] : []
  })
}

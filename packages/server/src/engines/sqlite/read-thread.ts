import { parentPort, workerData } from 'node:worker_threads'
import { AppError } from '../../errors.ts'
import { openConnection } from './connection.ts'
import type { Connection } from './connection.ts'
import type { Question, Reply } from './read-threads.ts'

/** A statement that takes longer is given up: others wait for this thread. */
const timeoutMs = 30_000

/** The other end of read-threads.ts. The first of the `signals` is 1 once all is to end. */
if (parentPort) {
  const port = parentPort
  const answer = connectionsOf(workerData as Int32Array)
  port.on('message', (question: Question) => {
    void reply(question, answer).then((given) => port.postMessage(given, buffersOf(given)))
  })
}

type Answer = (question: Question) => Promise<unknown>

/** Connections that read, one statement after the other. */
function connectionsOf(signals: Int32Array): Answer {
  const connections = new Map<number, Connection>()
  let startedAt = 0

  function checkWanted(): void {
    if (Atomics.load(signals, 0) === 1) {
      throw new AppError('unavailable', 'The server is stopping.')
    }
    if (performance.now() - startedAt > timeoutMs) {
      const message = 'This takes too long; ask for less, or give the table an index.'
      throw new AppError('tables.query_too_large', message)
    }
  }

  return async (question) => {
    const { reader, ask } = question
    if (ask === 'open') {
      connections.set(reader, openConnection(question.path, 'read', checkWanted))
      return null
    }
    const connection = connections.get(reader)
    if (!connection) throw new Error('There is no such reader.')
    if (ask === 'get' || ask === 'all' || ask === 'run') {
      startedAt = performance.now()
      return connection.session[ask](question.statement)
    }
    if (ask === 'close') {
      connection.close()
      connections.delete(reader)
    } else {
      connection.execute(ask)
    }
    return null
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

import { connect } from 'node:net'

/** Keep-alive connections to one server on loopback, with one request under way at a time on each. */
export interface Load {
  run(plan: Plan): Promise<LoadResult>
  close(): void
}

export interface Plan {
  seconds: number
  /** Asked when the time is over: whether there was too little of what is measured. It gets ten times as long at most. */
  needsMore?: () => boolean
  /** Ends the run earlier, after this many steps. */
  steps?: number
  /** The raw requests of a connection's n-th step, sent one after the other. */
  step: (connection: number, n: number) => string[]
  /** All connections wait for each other before each request, so that no read meets a write. */
  inStep?: boolean
  /** The status that counts as success; without it, any 2xx. */
  status?: number
}

export interface LoadResult {
  steps: number
  seconds: number
  /** Latency of a step in milliseconds. */
  p50: number
  p99: number
}

export async function openLoad(port: number, connections: number): Promise<Load> {
  const opened = await Promise.all(Array.from({ length: connections }, () => openConnection(port)))
  return {
    run: (plan) => runPlan(opened, plan),
    close() {
      for (const connection of opened) connection.close()
    },
  }
}

/** The bytes of one request, with the headers that the stock data provider sends. */
export function rawRequest(method: string, path: string, body = '', headers = ''): string {
  const length = body === '' ? '' : `Content-Length: ${Buffer.byteLength(body)}\r\n`
  return (
    `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: */*\r\n` +
    `Content-Type: application/json\r\n${headers}${length}\r\n${body}`
  )
}

interface Connection {
  ask(request: string): Promise<Answer>
  close(): void
}

interface Answer {
  status: number
  /** As much as came with the head, for messages. */
  start: string
}

async function runPlan(connections: Connection[], plan: Plan): Promise<LoadResult> {
  const latencies: number[] = []
  const started = performance.now()
  const deadline = started + plan.seconds * 1000
  const latest = started + plan.seconds * 10_000
  let left = plan.steps ?? Infinity

  // Alone, or all of them side by side: those of one team wait for each other.
  const drive = async (team: Connection[], first: number) => {
    for (let n = 0; left > 0; n++) {
      left -= team.length
      const steps = team.map((_, index) => plan.step(first + index, n))
      const sentAt = performance.now()
      for (let k = 0; k < (steps[0]?.length ?? 0); k++) {
        await Promise.all(team.map((one, index) => askWell(one, steps[index]?.[k] ?? '', plan)))
      }
      const now = performance.now()
      for (const _ of team) latencies.push(now - sentAt)
      if (now >= deadline && (now >= latest || !plan.needsMore?.())) return
    }
  }
  if (plan.inStep) await drive(connections, 0)
  else await Promise.all(connections.map((connection, index) => drive([connection], index)))

  const seconds = (performance.now() - started) / 1000
  latencies.sort((a, b) => a - b)
  const at = (share: number) => latencies[Math.floor(latencies.length * share)] ?? 0
  return { steps: latencies.length, seconds, p50: at(0.5), p99: at(0.99) }
}

async function askWell(connection: Connection, request: string, plan: Plan): Promise<void> {
  const { status, start } = await connection.ask(request)
  const good = plan.status === undefined ? status >= 200 && status < 300 : status === plan.status
  if (!good) throw new Error(`${request.split(' HTTP')[0]} was answered:\n${start}`)
}

function openConnection(port: number): Promise<Connection> {
  const buffer = Buffer.allocUnsafe(64 * 1024)
  const opened = Promise.withResolvers<Connection>()
  let waiting: PromiseWithResolvers<Answer> | null = null
  let broken: Error | null = null
  const read = answerReader((answer) => waiting?.resolve(answer))
  const fail = (error: Error) => {
    broken ??= error
    opened.reject(broken)
    waiting?.reject(broken)
  }

  const onread = {
    buffer,
    callback(length: number) {
      try {
        read(buffer.subarray(0, length))
      } catch (error) {
        socket.destroy(error as Error)
      }
      return true
    },
  }
  const socket = connect({ port, host: '127.0.0.1', noDelay: true, onread })
  socket.setTimeout(60_000, () => socket.destroy(new Error('no answer within 60 s')))
  socket.on('error', fail)
  socket.on('close', () => fail(new Error('the server closed the connection')))
  socket.on('connect', () =>
    opened.resolve({
      ask(request) {
        if (broken) return Promise.reject(broken)
        waiting = Promise.withResolvers()
        socket.write(request)
        return waiting.promise
      },
      close: () => socket.destroy(),
    }),
  )
  return opened.promise
}

/** Takes the packets of a connection as they come, calls `done` when an answer is complete. */
export function answerReader(done: (answer: Answer) => void): (packet: Buffer) => void {
  let line = ''
  let answer: Answer | null = null
  let missing = 0
  let chunked = false
  let lastChunk = false

  const finish = () => {
    const complete = answer as Answer
    answer = null
    chunked = false
    done(complete)
  }
  const takeHead = (end: number) => {
    const head = line.slice(0, end)
    const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
    answer = { status: Number(head.slice(9, 12)), start: line }
    chunked = /\r\ntransfer-encoding: *chunked/i.test(head)
    if (!chunked && length === undefined && ![204, 304].includes(answer.status)) {
      throw new Error(`an answer without a length:\n${head}`)
    }
    missing = answer.status === 304 ? 0 : Number(length ?? 0)
    if (missing === 0 && !chunked) finish()
  }
  const takeChunkSize = (end: number) => {
    const size = parseInt(line.slice(0, end), 16)
    lastChunk = size === 0
    missing = size + 2
  }

  return (packet) => {
    let at = 0
    while (at < packet.length) {
      if (missing > 0) {
        const taken = Math.min(missing, packet.length - at)
        missing -= taken
        at += taken
        if (missing === 0 && (!chunked || lastChunk)) finish()
        continue
      }
      const mark = answer === null ? '\r\n\r\n' : '\r\n'
      const before = line.length
      line += packet.toString('latin1', at, at + 2048)
      const end = line.indexOf(mark)
      if (end < 0) {
        at += line.length - before
        continue
      }
      at += end + mark.length - before
      if (answer === null) takeHead(end)
      else takeChunkSize(end)
      line = ''
    }
  }
}

import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { TestContext } from 'node:test'

/** A way to the server on which single requests can be held up or lost. */
export interface HttpProxy {
  url: string
  /** Keeps the next such request from the server until it is let go. */
  holdRequest(matches: Matches): Held
  /** Keeps the answer to the next such request, as it was when it was asked for. */
  holdAnswer(matches: Matches): Held
  /** The next such request is carried out, and its answer never comes. */
  loseAnswer(matches: Matches): void
  /** The next such request does not get through: something failed on the way, or is busy. */
  refuse(matches: Matches, status: number): void
  /** How many requests there were of this kind. */
  count(path: string): number
  /** How many requests of this kind were under way at once, at most. */
  mostAtOnce(path: string): number
}

type Matches = (request: { method: string; path: string }) => boolean

export interface Held {
  /** Resolves when there is something to let go. */
  isHeld: Promise<void>
  letGo(): void
}

interface Rule {
  matches: Matches
  part: 'request' | 'answer' | 'lost' | 'refused'
  status?: number
  tell: () => void
  released: Promise<void>
}

export async function httpProxy(t: TestContext, target: string): Promise<HttpProxy> {
  const rules: Rule[] = []
  const open = new Map<string, number>()
  const most = new Map<string, number>()
  const counts = new Map<string, number>()

  const server = createServer((request, response) => {
    void (async () => {
      const { method = 'GET', url: path = '/' } = request
      const kind = path.split(/[/?]/)[1] ?? ''
      counts.set(kind, (counts.get(kind) ?? 0) + 1)
      open.set(kind, (open.get(kind) ?? 0) + 1)
      most.set(kind, Math.max(most.get(kind) ?? 0, open.get(kind) ?? 0))
      const index = rules.findIndex(({ matches }) => matches({ method, path }))
      const [rule] = index < 0 ? [] : rules.splice(index, 1)
      if (rule?.part === 'request') await hold(rule)
      if (rule?.part === 'refused') {
        open.set(kind, (open.get(kind) ?? 1) - 1)
        response.writeHead(rule.status ?? 500).end('Sorry.')
        return
      }
      const answer = await forward(target + path, request)
      open.set(kind, (open.get(kind) ?? 1) - 1)
      if (rule?.part === 'answer') await hold(rule)
      if (rule?.part === 'lost') response.destroy()
      else await passOn(answer, response)
    })().catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })

  function held(part: Rule['part'], matches: Matches): Held {
    const [seen, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    rules.push({ matches, part, tell: seen.resolve, released: released.promise })
    return { isHeld: seen.promise, letGo: released.resolve }
  }

  const { port } = server.address() as { port: number }
  return {
    url: `http://127.0.0.1:${port}`,
    holdRequest: (matches) => held('request', matches),
    holdAnswer: (matches) => held('answer', matches),
    loseAnswer: (matches) => void held('lost', matches),
    refuse(matches, status) {
      const released = Promise.resolve()
      rules.push({ matches, part: 'refused', status, tell: () => {}, released })
    },
    count: (path) => counts.get(path) ?? 0,
    mostAtOnce: (path) => most.get(path) ?? 0,
  }
}

async function hold({ tell, released }: Rule): Promise<void> {
  tell()
  await released
}

async function passOn(answer: Response, response: ServerResponse): Promise<void> {
  response.writeHead(answer.status, Object.fromEntries(answer.headers))
  for await (const piece of answer.body ?? []) response.write(piece)
  response.end()
}

function forward(url: string, request: IncomingMessage): Promise<Response> {
  const hasBody = request.method !== 'GET' && request.method !== 'HEAD'
  return fetch(url, {
    method: request.method ?? 'GET',
    headers: request.headers as Record<string, string>,
    ...(hasBody && { body: request as unknown as ReadableStream, duplex: 'half' }),
  })
}

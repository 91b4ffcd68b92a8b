import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { PageServer } from './page-server.ts'

const fixture = `<!doctype html><html lang="en"><title>Fixture</title>
  <link rel="icon" href="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'/>">
  <main><h1>Fixture</h1></main>`
const policy = "default-src 'none'; script-src 'self'; connect-src *; img-src * data:"

/** A page without a flaw, and some addresses that misbehave. */
export async function startFixture(): Promise<PageServer> {
  const server = createServer((request, response) => {
    const answers: Record<string, () => void> = {
      '/': () => {
        response.setHeader('content-type', 'text/html; charset=utf-8')
        response.setHeader('content-security-policy', policy)
        response.end(fixture)
      },
      '/fine': () => response.end('fine'),
      '/hung-up': () => response.destroy(),
      '/slow': () => undefined,
      '/stream': () => {
        response.setHeader('content-type', 'text/event-stream')
        response.write(': hello\n\n')
        const beat = setInterval(() => response.write(': beat\n\n'), 50)
        response.on('close', () => clearInterval(beat))
      },
    }
    const answer = answers[request.url ?? '']
    if (answer) return answer()
    response.statusCode = 404
    return response.end()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo

  return {
    url: `http://127.0.0.1:${port}/`,
    restart: () => Promise.reject(new Error('the fixture does not restart')),
    async stop() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

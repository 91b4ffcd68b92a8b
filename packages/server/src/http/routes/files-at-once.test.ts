import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request } from 'node:http'
import type { ClientRequest, IncomingMessage } from 'node:http'
import { describe, it } from 'node:test'
import { boundary, diskFilesApi, filesApi, formOf } from '../../../test/fixtures/files-api.ts'
import { mostZips } from '../../domain/files/open-file.ts'

const { body, type } = formOf([{ name: 'file', filename: 'x.txt', data: 'x' }])

/** An upload that has begun, and ends when it is told to. */
function begin(port: number, client: string): ClientRequest {
  const sending = request({
    port,
    host: '127.0.0.1',
    method: 'POST',
    path: '/upload?id=/',
    headers: { 'content-type': type, 'x-forwarded-for': client },
  })
  sending.write(`--${boundary}\r\n`)
  return sending
}

async function answered(sending: ClientRequest): Promise<number | undefined> {
  const [response] = (await once(sending, 'response')) as [IncomingMessage]
  response.resume()
  return response.statusCode
}

function finish(sending: ClientRequest): Promise<number | undefined> {
  const answer = answered(sending)
  sending.end(body.subarray(boundary.length + 4))
  return answer
}

describe('uploads', () => {
  it('of one client are so many at once, and the next waits', async () => {
    const { port, names } = await filesApi({}, { clientUploads: 2, trustProxy: ['127.0.0.1'] })
    const held = [begin(port, '10.0.0.1'), begin(port, '10.0.0.1')]
    // Whoever is answered later has come later.
    assert.equal(await finish(begin(port, '10.0.0.2')), 200)

    let isDone = false
    const third = finish(begin(port, '10.0.0.1')).then((status) => {
      isDone = true
      return status
    })
    for (let n = 0; n < 5; n++) assert.equal(await finish(begin(port, '10.0.0.2')), 200)
    assert.equal(isDone, false)

    assert.equal(await finish(held[0]!), 200)
    assert.equal(await third, 200)
    assert.equal(await finish(held[1]!), 200)
    assert.equal((await names()).length, 9)
  })

  it('of a client that leaves make room', async () => {
    const { port } = await filesApi({}, { clientUploads: 1, trustProxy: ['127.0.0.1'] })
    const gone = begin(port, '10.0.0.1')
    gone.on('error', () => {})
    assert.equal(await finish(begin(port, '10.0.0.2')), 200)
    const next = finish(begin(port, '10.0.0.1'))
    gone.destroy()

    assert.equal(await next, 200)
    assert.equal(await finish(begin(port, '10.0.0.1')), 200)
  })
})

describe('archives', () => {
  it(`of one client are ${mostZips} at once, and the next waits`, async () => {
    const large = Buffer.alloc(32 * 1024 * 1024, 'x')
    const { port } = await diskFilesApi(
      { 'a/large.bin': large, 'b/small.txt': 'small' },
      { trustProxy: ['127.0.0.1'] },
    )
    const ask = (id: string, client: string): Promise<IncomingMessage> =>
      new Promise((resolve, reject) => {
        const headers = { 'x-forwarded-for': client }
        const options = { port, host: '127.0.0.1', path: `/direct?id=${id}`, headers, agent: false }
        request(options, resolve).on('error', reject).end()
      })
    const held: IncomingMessage[] = []
    for (let n = 0; n < mostZips; n++) held.push(await ask('/a', '10.0.0.1'))

    let isDone = false
    const next = ask('/b', '10.0.0.1').then((response) => {
      isDone = true
      return response
    })
    const other = await ask('/b', '10.0.0.2')
    assert.equal(other.statusCode, 200)
    other.resume()
    assert.equal(isDone, false)

    held[0]!.destroy()
    const response = await next
    assert.equal(response.statusCode, 200)
    response.resume()
    for (const one of held) one.destroy()
  })
})

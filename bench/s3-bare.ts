import { createHash } from 'node:crypto'
import { Agent, request } from 'node:http'
import type { IncomingMessage } from 'node:http'
import {
  amzDate,
  authorization,
  queryString,
  sha256,
} from '../packages/server/src/engines/s3/signature.ts'

/** The least that anybody has to do to speak to a store: raw `node:http` and the signature. */
export interface BareS3 {
  send(call: BareCall): Promise<IncomingMessage>
  /** Parts of a body as they come, so many at once. */
  upload(key: string, parts: Parts, parallel: number): Promise<void>
  /** Reads everything, and looks at nothing. */
  download(key: string): Promise<number>
  close(): void
}

type Parts = ArrayIterator<Buffer> | AsyncGenerator<Buffer>

interface BareCall {
  method: string
  key: string
  query?: Record<string, string>
  body?: Buffer
}

const emptyHash = sha256('')

export function bareS3(server: URL, bucket: string): BareS3 {
  const agent = new Agent({ keepAlive: true })
  const secretAccessKey = decodeURIComponent(server.password)
  const keys = { accessKeyId: server.username, secretAccessKey }

  function send({ method, key, query = {}, body }: BareCall): Promise<IncomingMessage> {
    const path = `/${bucket}/${key}`
    const bodyHash = body ? createHash('sha256').update(body).digest('hex') : emptyHash
    const headers: Record<string, string> = {
      host: server.host,
      'x-amz-date': amzDate(new Date()),
      'x-amz-content-sha256': bodyHash,
    }
    const scope = { region: 'us-east-1', service: 's3' }
    const signed = authorization({ method, path, query, headers, bodyHash }, keys, scope)
    return new Promise((resolve, reject) => {
      const sent = request({
        host: server.hostname,
        port: server.port,
        method,
        path: `${path}?${queryString(query)}`,
        headers: { ...headers, authorization: signed, 'content-length': body?.length ?? 0 },
        agent,
      })
      sent.on('response', (answer) => {
        if (answer.statusCode !== undefined && answer.statusCode < 300) return resolve(answer)
        return reject(new Error(`${method} was answered ${answer.statusCode}`))
      })
      sent.on('error', reject)
      sent.end(body)
    })
  }

  async function textOf(call: BareCall): Promise<string> {
    const chunks: Buffer[] = []
    for await (const chunk of await send(call)) chunks.push(chunk as Buffer)
    return String(Buffer.concat(chunks))
  }

  async function upload(key: string, parts: Parts, parallel: number): Promise<void> {
    const started = await textOf({ method: 'POST', key, query: { uploads: '' } })
    const uploadId = /<UploadId>(.*?)</.exec(started)?.[1] ?? ''
    const tags: string[] = []
    let next = 0
    const work = async () => {
      for await (const body of parts) {
        const n = next++
        const query = { uploadId, partNumber: String(n + 1) }
        const answer = await send({ method: 'PUT', key, query, body })
        answer.resume()
        tags[n] = answer.headers.etag ?? ''
      }
    }
    await Promise.all(Array.from({ length: parallel }, work))
    const named = tags.map(
      (tag, n) => `<Part><PartNumber>${n + 1}</PartNumber><ETag>${tag}</ETag></Part>`,
    )
    const body = Buffer.from(`<CompleteMultipartUpload>${named.join('')}</CompleteMultipartUpload>`)
    await textOf({ method: 'POST', key, query: { uploadId }, body })
  }

  return {
    send,
    upload,
    async download(key) {
      let size = 0
      const answer = await send({ method: 'GET', key })
      answer.on('data', (chunk: Buffer) => (size += chunk.length))
      await new Promise((done, fail) => answer.on('end', done).on('error', fail))
      return size
    },
    close: () => agent.destroy(),
  }
}

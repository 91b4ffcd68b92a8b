import { createHash } from 'node:crypto'
import type { S3Client } from './client.ts'
import { S3Failure } from './failure.ts'
import { withRetries } from './retry.ts'
import { escapeAttribute } from '../../codecs/xml/entities.ts'
import { elements, textOf } from './xml.ts'

/** As many as one request may name. */
const batchKeys = 1000

/** Keys as in the bucket. */
export async function removeObjects(client: S3Client, keys: readonly string[]): Promise<void> {
  for (let at = 0; at < keys.length; at += batchKeys) {
    const batch = keys.slice(at, at + batchKeys)
    await withRetries(() => removeBatch(client, batch), client.retryForMs)
  }
}

async function removeBatch(client: S3Client, keys: readonly string[]): Promise<void> {
  const objects = keys.map((key) => `<Object><Key>${escapeAttribute(key)}</Key></Object>`)
  const namespace = 'http://s3.amazonaws.com/doc/2006-03-01/'
  const body = Buffer.from(
    `<Delete xmlns="${namespace}"><Quiet>true</Quiet>${objects.join('')}</Delete>`,
  )
  // Signed or not, the store wants this one here.
  const headers = { 'content-md5': createHash('md5').update(body).digest('base64') }
  const query = { delete: '' }
  const { text } = await client.askOnce({ method: 'POST', key: '', query, headers, body })
  const codes = elements(text, 'Error').map((inside) => textOf(inside, 'Code') ?? '')
  const failed = codes.find((code) => code !== 'NoSuchKey')
  if (failed !== undefined) throw new S3Failure(failed === 'AccessDenied' ? 403 : 400, failed)
}

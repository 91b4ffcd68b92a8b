import { createHash } from 'node:crypto'
import { escapeAttribute } from '../../codecs/xml/entities.ts'
import { readXml } from '../../codecs/xml/xml-tree.ts'
import type { XmlElement } from '../../codecs/xml/xml-tree.ts'
import { AppError } from '../../errors.ts'
import type { ListedObject } from '../../ports/object-store.ts'
import type { S3Client } from './client.ts'
import { isLost, isMissing, S3Failure, S3Timeout } from './failure.ts'
import { withRetries } from './retry.ts'
import { elements, textOf } from './xml.ts'

/** Asks for something small; what goes wrong is said in words for the one who runs the server. */
export async function checkBucket(client: S3Client): Promise<void> {
  const { bucket, prefix } = client.address
  const query = { 'list-type': '2', 'max-keys': '1', prefix }
  try {
    await client.ask({ method: 'GET', key: '', query })
  } catch (error) {
    const problem = problemOf(error)
    throw problem ? new AppError('unavailable', `The bucket ${bucket} ${problem}.`) : error
  }
}

function problemOf(error: unknown): string | null {
  if (error instanceof S3Timeout || isLost(error)) return 'cannot be reached at its endpoint'
  if (!(error instanceof S3Failure)) return null
  const { code, region, status, date } = error
  if (region && status !== 403) return `is in the region ${region}, not in that of its address`
  if (code === 'NoSuchBucket' || status === 404) return 'does not exist'
  if (code === 'InvalidAccessKeyId') return 'does not know the access key'
  if (code === 'SignatureDoesNotMatch') return 'refuses the secret key: it is wrong'
  if (code === 'RequestTimeTooSkewed') return `cannot be used: ${skew(date)}`
  if (status === 403) return 'may not be listed with these credentials'
  return `cannot be used: its store answers ${status} ${code}`.trimEnd()
}

function skew(date: number): string {
  const minutes = Math.round(Math.abs(Date.now() - date) / 60_000)
  const by = Number.isNaN(minutes) ? '' : ` by ${minutes} minutes`
  return `the clock of this machine differs from that of the store${by}`
}

/** Keys as in the bucket, page by page. */
export async function* listObjects(
  client: S3Client,
  prefix: string,
  after: string | null,
): AsyncGenerator<ListedObject> {
  // The keys come encoded, as XML has no way to say some of their letters.
  const query = { 'list-type': '2', 'encoding-type': 'url', prefix }
  let where: Record<string, string> = after === null ? {} : { 'start-after': after }
  for (;;) {
    const { text } = await client.ask({ method: 'GET', key: '', query: { ...query, ...where } })
    const page = readXml(text)
    for (const inside of elements(page, 'Contents')) yield listed(inside)
    const token = textOf(page, 'NextContinuationToken')
    if (textOf(page, 'IsTruncated') !== 'true' || token === null) return
    where = { 'continuation-token': token }
  }
}

function listed(inside: XmlElement): ListedObject {
  return {
    key: decodedKey(textOf(inside, 'Key') ?? ''),
    size: Number(textOf(inside, 'Size')),
    modified: Date.parse(textOf(inside, 'LastModified') ?? ''),
  }
}

/** Some stores write a space as a plus; a plus itself is always encoded. */
function decodedKey(text: string): string {
  return decodeURIComponent(text.replaceAll('+', ' '))
}

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

interface Upload {
  key: string
  uploadId: string
  started: number
}

/** Ends the uploads below a prefix that got no part since then; answers how many. */
export async function sweepUploads(
  client: S3Client,
  prefix: string,
  since: number,
  pageUploads = 1000,
): Promise<number> {
  let swept = 0
  for await (const upload of listUploads(client, prefix, pageUploads)) {
    if (upload.started >= since || (await lastPart(client, upload)) >= since) continue
    const { key, uploadId } = upload
    await client.ask({ method: 'DELETE', key, query: { uploadId } }).catch(unlessMissing)
    swept += 1
  }
  return swept
}

async function* listUploads(
  client: S3Client,
  prefix: string,
  pageUploads: number,
): AsyncGenerator<Upload> {
  const page = { 'max-uploads': String(pageUploads), 'encoding-type': 'url' }
  const query = { uploads: '', prefix, ...page }
  let where: Record<string, string> = {}
  for (;;) {
    const { text } = await client.ask({ method: 'GET', key: '', query: { ...query, ...where } })
    for (const inside of elements(text, 'Upload')) {
      yield {
        key: decodedKey(textOf(inside, 'Key') ?? ''),
        uploadId: textOf(inside, 'UploadId') ?? '',
        started: Date.parse(textOf(inside, 'Initiated') ?? ''),
      }
    }
    const key = textOf(text, 'NextKeyMarker')
    if (textOf(text, 'IsTruncated') !== 'true' || key === null) return
    where = {
      'key-marker': decodedKey(key),
      'upload-id-marker': textOf(text, 'NextUploadIdMarker') ?? '',
    }
  }
}

/** When the upload got its last part: it may take days, and is still not given up. */
async function lastPart(client: S3Client, { key, uploadId }: Upload): Promise<number> {
  const parts = await listParts(client, key, uploadId).catch(unlessMissing)
  return Math.max(0, ...(parts ?? []).map(({ modified }) => modified))
}

export interface ListedPart {
  number: number
  tag: string
  size: number
  modified: number
}

/** The parts of an upload that have come, in their order. */
export async function listParts(
  client: S3Client,
  key: string,
  uploadId: string,
): Promise<ListedPart[]> {
  const parts: ListedPart[] = []
  let where: Record<string, string> = {}
  for (;;) {
    const { text } = await client.ask({ method: 'GET', key, query: { uploadId, ...where } })
    for (const inside of elements(text, 'Part')) {
      parts.push({
        number: Number(textOf(inside, 'PartNumber')),
        tag: textOf(inside, 'ETag') ?? '',
        size: Number(textOf(inside, 'Size')),
        modified: Date.parse(textOf(inside, 'LastModified') ?? ''),
      })
    }
    const marker = textOf(text, 'NextPartNumberMarker')
    if (textOf(text, 'IsTruncated') !== 'true' || marker === null) return parts
    where = { 'part-number-marker': marker }
  }
}

/** Somebody else ended it, or finished it, meanwhile. */
export function unlessMissing(error: unknown): null {
  if (isMissing(error)) return null
  throw error
}

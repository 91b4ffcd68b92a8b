import type { S3Client } from './client.ts'
import { isMissing } from './failure.ts'
import { decodedKey } from './list-objects.ts'
import { elements, textOf } from './xml.ts'

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
  let latest = 0
  let where: Record<string, string> = {}
  for (;;) {
    const answer = await client
      .ask({ method: 'GET', key, query: { uploadId, ...where } })
      .catch(unlessMissing)
    const text = answer?.text ?? ''
    for (const inside of elements(text, 'Part')) {
      latest = Math.max(latest, Date.parse(textOf(inside, 'LastModified') ?? ''))
    }
    const marker = textOf(text, 'NextPartNumberMarker')
    if (textOf(text, 'IsTruncated') !== 'true' || marker === null) return latest
    where = { 'part-number-marker': marker }
  }
}

/** Somebody else ended it, or finished it, meanwhile. */
function unlessMissing(error: unknown): null {
  if (isMissing(error)) return null
  throw error
}

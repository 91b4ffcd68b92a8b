import type { ListedObject } from '../../ports/object-store.ts'
import type { S3Client } from './client.ts'
import { readXml } from '../../codecs/xml/xml-tree.ts'
import type { XmlElement } from '../../codecs/xml/xml-tree.ts'
import { elements, textOf } from './xml.ts'

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
export function decodedKey(text: string): string {
  return decodeURIComponent(text.replaceAll('+', ' '))
}

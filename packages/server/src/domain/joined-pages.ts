const utf8 = new TextDecoder()
const comma = ','.charCodeAt(0)

/** A page of a JSON array, with where the next one begins, if there is one. */
export interface JsonPage<N> {
  json: Uint8Array<ArrayBuffer>
  next: N | null
}

/** One array out of many. The next page is made while the last one is on its way. */
export async function* joinedPages<N>(
  first: JsonPage<N>,
  pageFrom: (next: N) => Promise<JsonPage<N>>,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let page = first
  while (page.next !== null) {
    const coming = pageFrom(page.next)
    // Nobody waits for it when the client goes away.
    coming.catch(() => {})
    // In place of its closing bracket, so that the next can follow without its opening one.
    page.json[page.json.length - 1] = comma
    yield page.json
    const next = await coming
    page = { ...next, json: next.json.subarray(1) }
  }
  yield page.json
}

/** Short texts are sent faster as text, long ones as bytes that need not be made anew each time. */
const shortText = 16 * 1024

export function bodyOf(json: Uint8Array<ArrayBuffer>): string | Uint8Array<ArrayBuffer> {
  return json.length < shortText ? utf8.decode(json) : json
}

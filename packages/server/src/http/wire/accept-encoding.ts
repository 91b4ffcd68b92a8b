export type Encoding = 'br' | 'zstd' | 'gzip' | 'identity'

/**
 * The encoding in which to send something, of those it is there in, the best first (RFC 9110,
 * 12.5.3). Who refuses them all gets it as it is: that is more use than an error.
 */
export function chooseEncoding<E extends Encoding>(
  header: string | null,
  available: readonly E[],
): E | 'identity' {
  const wanted = qualities(header ?? '')
  let best: E | 'identity' = 'identity'
  let highest = 0
  for (const encoding of available) {
    const quality = wanted.get(encoding) ?? wanted.get('*') ?? (encoding === 'identity' ? least : 0)
    if (quality > highest) [best, highest] = [encoding, quality]
  }
  return best
}

/** What is sent as it is needs no mention, but anything that is mentioned goes before it. */
const least = 0.0001

function qualities(header: string): Map<string, number> {
  const items = header.split(',').map((item) => {
    const [coding = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase())
    const written = parameters.find((parameter) => parameter.startsWith('q='))
    return [coding.replace(/^x-/, ''), written === undefined ? 1 : quality(written)] as const
  })
  return new Map(items.filter(([coding]) => coding !== ''))
}

function quality(written: string): number {
  const text = written.slice(2)
  return /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(text) ? Number(text) : 0
}

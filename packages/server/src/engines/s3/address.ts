/** Where a bucket is, and how requests for it are spelled. */
export interface S3Address {
  endpoint: URL
  bucket: string
  /** What all keys begin with: empty, or ending in a slash. */
  prefix: string
  region: string
  /** Whether the bucket stands in the path or in the name of the host. */
  addressing: 'path' | 'host'
  /** Where browsers reach the store, to get large files from it themselves; `null`: they get them from us. */
  public: URL | null
}

const parameters = new Set(['endpoint', 'region', 'addressing', 'public'])

/** Reads `s3://bucket/prefix?endpoint=…&region=…&addressing=path|host&public=…`; fails with words for people. */
export function parseS3Address(text: string, defaultRegion = 'us-east-1'): S3Address {
  if (!URL.canParse(text)) throw new Error('This is no address of a bucket.')
  const { protocol, hostname: bucket, port, username, pathname, searchParams } = new URL(text)
  if (protocol !== 's3:') throw new Error('The address of a bucket begins with s3://.')
  if (!/^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/.test(bucket) || port || username) {
    throw new Error(
      'After s3:// comes the name of a bucket: 3 to 63 small letters, digits, . or -.',
    )
  }
  const unknown = [...searchParams.keys()].find((name) => !parameters.has(name))
  if (unknown !== undefined)
    throw new Error(`The address of a bucket has no parameter "${unknown}".`)

  const region = searchParams.get('region') ?? defaultRegion
  const given = searchParams.get('endpoint')
  const endpoint = endpointOf(given ?? `https://s3.${region}.amazonaws.com`)
  // A certificate for *.host does not hold for names with more dots.
  const usual = given !== null || bucket.includes('.') ? 'path' : 'host'
  const addressing = searchParams.get('addressing') ?? usual
  if (addressing !== 'path' && addressing !== 'host') {
    throw new Error('The addressing of a bucket is path or host.')
  }
  const forBrowsers = searchParams.get('public')
  return {
    endpoint,
    bucket,
    prefix: prefixOf(pathname),
    region,
    addressing,
    public: forBrowsers === null ? null : endpointOf(forBrowsers),
  }
}

function endpointOf(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new Error('The endpoint of a bucket is an address with http:// or https://.')
  }
  if (url.username || url.password || url.search) {
    throw new Error('The endpoint of a bucket holds neither credentials nor parameters.')
  }
  return url
}

function prefixOf(pathname: string): string {
  const names = decodeURIComponent(pathname).split('/').filter(Boolean)
  return names.map((name) => `${name}/`).join('')
}

export interface Target {
  host: string
  path: string
}

/** Where to send a request for a key, or for the bucket itself when the key is empty. */
export function targetOf({ endpoint, bucket, addressing }: S3Address, key: string): Target {
  const base = endpoint.pathname.replace(/\/$/, '')
  if (addressing === 'host') {
    return { host: `${bucket}.${endpoint.host}`, path: `${base}/${encodedPath(key)}` }
  }
  return { host: endpoint.host, path: `${base}/${bucket}${key && '/'}${encodedPath(key)}` }
}

/** Where pages are to be let through to, that they reach the bucket; `null` where they do not. */
export function publicOrigin(text: string): string | null {
  const address = parseS3Address(text)
  const { public: endpoint } = address
  return endpoint && `${endpoint.protocol}//${targetOf({ ...address, endpoint }, '').host}`
}

/** As the signature wants it: every byte but letters, digits, and `-._~` with two hexadecimal digits. */
export function encoded(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

function encodedPath(key: string): string {
  return key.split('/').map(encoded).join('/')
}

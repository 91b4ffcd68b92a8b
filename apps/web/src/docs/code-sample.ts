/** By the names of its fields. */
export type Form = Record<string, string | Blob>

/** A request as the fields of the page say it. */
export interface Filled {
  method: string
  /** Absolute, without a slash at its end. */
  server: string
  /** With `{name}` for what a parameter says. */
  path: string
  parameters: { name: string; in: string; required?: boolean; value?: string | null }[]
  contentType: string | null
  body: string | Form | null
}

/** A request as it is written down. */
export interface Written {
  method: string
  url: string
  headers: Record<string, string>
  body: string | Form | null
}

/** What is required and not filled in yet is shown as `{name}`. */
export function written({ parameters, server, path, ...request }: Filled): Written {
  const filled = parameters.flatMap(({ name, in: place, required, value }) => {
    if (value) return [{ name, place, text: value, encoded: encodeURIComponent(value) }]
    return required ? [{ name, place, text: `{${name}}`, encoded: `{${name}}` }] : []
  })
  const within = (place: string) => filled.filter((parameter) => parameter.place === place)

  const address = within('path').reduce(
    (whole, { name, encoded }) => whole.replace(`{${name}}`, () => encoded),
    path,
  )
  const query = within('query').map(({ name, encoded }) => `${encodeURIComponent(name)}=${encoded}`)
  const headers = within('header').map(({ name, text }) => [name, text] as const)
  if (request.contentType) headers.push(['Content-Type', request.contentType])

  return {
    method: request.method.toUpperCase(),
    url: server + address + (query.length > 0 ? `?${query.join('&')}` : ''),
    headers: Object.fromEntries(headers),
    body: request.body,
  }
}

/** The request in JavaScript, as a browser or Node sends it. */
export function javascriptOf({ method, url, headers, body }: Written): string {
  const form = typeof body === 'string' ? null : body
  const options = [
    method === 'GET' ? [] : [`method: ${quoted(method)}`],
    headersOf(headers, form !== null),
    typeof body === 'string' ? [`body: ${bodyOf(body)}`] : form ? ['body'] : [],
  ].flat()
  const given = options.length > 0 ? `, {\n  ${options.join(',\n  ')},\n}` : ''
  return [
    ...(form ? formOf(form) : []),
    `const response = await fetch(${quoted(url)}${given})`,
    'console.log(response.status, await response.text())',
  ].join('\n')
}

/** A form names its own boundary in this header, so it must be left to `fetch`. */
function headersOf(headers: Record<string, string>, isForm: boolean): string[] {
  const lines = Object.entries(headers)
    .filter(([name]) => !(isForm && name === 'Content-Type'))
    .map(([name, value]) => `    ${/^\w+$/.test(name) ? name : quoted(name)}: ${quoted(value)},\n`)
  return lines.length > 0 ? [`headers: {\n${lines.join('')}  }`] : []
}

function formOf(fields: Form): string[] {
  return [
    'const body = new FormData()',
    ...Object.entries(fields).map(([name, value]) =>
      typeof value === 'string'
        ? `body.append(${quoted(name)}, ${quoted(value)})`
        : `body.append(${quoted(name)}, file) // a File, as an <input type="file"> has it`,
    ),
    '',
  ]
}

/** JSON is JavaScript, too; what is not valid yet is shown as the text that it is. */
function bodyOf(body: string): string {
  try {
    const value: unknown = JSON.parse(body)
    return `JSON.stringify(${JSON.stringify(value, null, 2).replaceAll('\n', '\n  ')})`
  } catch {
    return quoted(body)
  }
}

function quoted(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
}

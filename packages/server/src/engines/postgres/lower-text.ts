import type { ClientBase } from 'pg'

/** Every letter that has a lower case, and that letter. */
function letters(): Map<string, string> {
  const found = new Map<string, string>()
  for (let code = 128; code < 0x110000; code++) {
    if (code >= 0xd800 && code < 0xe000) continue
    const letter = String.fromCodePoint(code)
    const lower = letter.toLowerCase()
    if (lower !== letter) found.set(letter, lower)
  }
  return found
}

let known: Map<string, string> | null = null

/**
 * Makes `lower_text`, which is `toLowerCase()`. The library that PostgreSQL asks may be older than
 * the one in here, and then does not know some letters yet: these are told.
 */
export async function makeLowerText(client: ClientBase): Promise<void> {
  known ??= letters()
  const { rows } = await client.query<[string, string]>({
    text: `select letter, lower(letter collate "und-x-icu")
           from unnest($1::pg_catalog.text[]) as letters (letter)`,
    values: [[...known.keys()]],
    rowMode: 'array',
  })
  const unknown = rows.filter(([letter, lower]) => known?.get(letter) !== lower)
  const from = unknown.map(([letter]) => letter).join('')
  const to = unknown.map(([letter]) => known?.get(letter)).join('')
  const body = `select lower(translate(value, '${from}', '${to}') collate "und-x-icu")`

  const made = await client.query<[string]>({
    text: `select prosrc from pg_catalog.pg_proc as p
           join pg_catalog.pg_namespace as n on n.oid = p.pronamespace
           where n.nspname = current_schema() and p.proname = 'lower_text'`,
    rowMode: 'array',
  })
  if (made.rows[0]?.[0] === body) return
  await client.query(
    `create or replace function lower_text(value pg_catalog.text) returns pg_catalog.text
     language sql immutable parallel safe as $body$${body}$body$`,
  )
}

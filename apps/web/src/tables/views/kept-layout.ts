import { workspace } from '../../workspaces.ts'

/** What of an address says how the columns stand. */
const names = ['hide', 'order', 'width', 'freeze', 'total']

const keyOf = (table: string) => `triptych.layout.${workspace.name}.${table}`

/**
 * The columns as they stood last in this browser, where neither the address nor a view says how they stand. A link that
 * says it shows them as whoever sent it saw them.
 */
export function withKeptLayout(table: string, asked: URLSearchParams): URLSearchParams {
  if (asked.has('view') || names.some((name) => asked.has(name))) return asked
  return new URLSearchParams({ ...Object.fromEntries(asked), ...keptLayout(table) })
}

/** `said` is what the address of the table says now. */
export function keepLayout(table: string, said: Readonly<Record<string, string>>): void {
  if ('view' in said) return
  const layout = Object.entries(said).filter(([name]) => names.includes(name))
  try {
    if (layout.length === 0) localStorage.removeItem(keyOf(table))
    else localStorage.setItem(keyOf(table), JSON.stringify(Object.fromEntries(layout)))
  } catch {
    // It holds until the page is left, then.
  }
}

function keptLayout(table: string): Record<string, string> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(table)) ?? '{}')
    const pairs = typeof kept === 'object' && kept !== null ? Object.entries(kept) : []
    return Object.fromEntries(
      pairs.filter(([name, text]) => names.includes(name) && typeof text === 'string'),
    )
  } catch {
    return {}
  }
}

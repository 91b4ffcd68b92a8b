import { aboveOf, nameIn } from '../shown.ts'

/** Which file is looked at, as the address has it: by its name in the folder, by its path where it was found elsewhere. */
export function openedAs(id: string, folder: string): string {
  return aboveOf(id) === folder ? nameIn(id) : id
}

/** `null`: none. */
export function openedIn(query: URLSearchParams, folder: string): string | null {
  const open = query.get('open')
  if (!open) return null
  if (open.startsWith('/')) return open
  return folder === '/' ? `/${open}` : `${folder}/${open}`
}

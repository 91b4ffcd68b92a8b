import { ServerError } from '@triptych/client'

/** Where the page stands: at the address of a workspace, which is the root for the first one. */
const here = new URL('.', document.baseURI)
const [, root = here.pathname, named] = /^(.*\/)w\/([^/]+)\/$/.exec(here.pathname) ?? []

export const defaultWorkspace = 'main'

export const workspace = {
  url: here.href,
  name: named ? decodeURIComponent(named) : defaultWorkspace,
}

export async function listWorkspaces(): Promise<string[]> {
  const response = await fetch(`${root}workspaces`)
  if (!response.ok) throw new Error(`The server answered ${response.status}.`)
  return ((await response.json()) as { name: string }[]).map(({ name }) => name)
}

export async function makeWorkspace(name: string): Promise<void> {
  const response = await fetch(`${root}workspaces`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name }),
  })
  if (response.ok) return
  const { code, error } = (await response.json()) as { code: string; error: string }
  throw new ServerError(response.status, code, error)
}

export function pageOf(name: string): string {
  return name === defaultWorkspace ? root : `${root}w/${encodeURIComponent(name)}/`
}

/** An address beside the workspaces: the reference, say. */
export function pageAt(path: string): string {
  return root + path
}

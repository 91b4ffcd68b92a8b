import { ServerError } from 'triptych-client'
import { askServer } from './ask-server.ts'
import type { Method } from './ask-server.ts'
import { makeNamed, nameFor } from './name-for.ts'

/** Where the page stands: at the address of a workspace, which is the root for the first one. */
const here = new URL('.', document.baseURI)
const [, root = here.pathname, named] = /^(.*\/)w\/([^/]+)\/$/.exec(here.pathname) ?? []

export const defaultWorkspace = 'main'

export const workspace = {
  url: here.href,
  name: named ? decodeURIComponent(named) : defaultWorkspace,
}

export interface NamedWorkspace {
  /** What stands in its address. */
  name: string
  /** How people call it. */
  title: string
  /** Of one that was deleted: when, and until when it can be brought back. */
  deleted?: { at: string; until: string | null }
}

/** All that one may see, and the one that is shown. */
export interface Workspaces {
  all: readonly NamedWorkspace[]
  /** How the one that is shown is called. */
  title: string
  rename: (title: string) => Promise<void>
}

export function listWorkspaces(): Promise<NamedWorkspace[]> {
  return ask('GET', 'workspaces')
}

export function makeWorkspace(title: string): Promise<NamedWorkspace> {
  return makeNamed(
    nameFor(title),
    (name) => ask('POST', 'workspaces', { name, title }),
    (error) => error instanceof ServerError && error.code === 'workspaces.name_taken',
  )
}

export function renameWorkspace(name: string, title: string): Promise<NamedWorkspace> {
  return ask('PATCH', `workspaces/${encodeURIComponent(name)}`, { title })
}

export function deleteWorkspace(name: string): Promise<NamedWorkspace> {
  return ask('DELETE', `workspaces/${encodeURIComponent(name)}`)
}

/** Those that one may bring back. */
export function listDeleted(): Promise<NamedWorkspace[]> {
  return ask('GET', 'workspaces?deleted=true')
}

export function restoreWorkspace(name: string): Promise<NamedWorkspace> {
  return ask('POST', `workspaces/${encodeURIComponent(name)}/restore`)
}

function ask<T>(method: Method, path: string, body?: object): Promise<T> {
  return askServer(method, root + path, body)
}

export function pageOf(name: string): string {
  return name === defaultWorkspace ? root : `${root}w/${encodeURIComponent(name)}/`
}

/** An address beside the workspaces: the reference, say. */
export function pageAt(path: string): string {
  return root + path
}

import type { Call } from '../call.ts'

export interface PublicPlace {
  /** Where people find the page; `null`: where they ask from. */
  url: string | null
  base: string
}

/** The address of something in the workspace of this request, as people reach it. */
export function publicAddress(call: Call, { url, base }: PublicPlace, path: string): string {
  const root = url?.replace(/\/+$/, '') ?? `${new URL(call.request.url).origin}${base}`
  const { name } = call.context.workspace
  return `${root}${name === 'main' ? '' : `/w/${name}`}${path}`
}

/** Whether browsers come by https, as far as we are told. */
export function isSecure({ request }: Call, { url }: PublicPlace): boolean {
  return new URL(url ?? request.url).protocol === 'https:'
}

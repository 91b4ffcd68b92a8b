import type { Server } from 'triptych-client'

/** Makes folders, each with those on the way to it; the ones that are there already stay as they are. */
export async function makeFolders(
  server: Server,
  into: string,
  paths: readonly string[],
): Promise<void> {
  const known = new Map<string, Promise<Set<string>>>()
  for (const path of paths) {
    let above = into
    for (const name of path.split('/')) {
      const names = await (known.get(above) ?? listed(server, above))
      known.set(above, Promise.resolve(names))
      if (!names.has(name)) {
        const body = { name, type: 'folder' }
        await server.send({ method: 'POST', path: addressOf(above), body })
        names.add(name)
      }
      above = above === '/' ? `/${name}` : `${above}/${name}`
    }
  }
}

const addressOf = (folder: string) => `files/${encodeURIComponent(folder)}`

async function listed(server: Server, folder: string): Promise<Set<string>> {
  const entries = (await server.send({ method: 'GET', path: addressOf(folder) })) as {
    value: string
    type: string
  }[]
  const folders = entries.filter(({ type }) => type === 'folder')
  return new Set(folders.map(({ value }) => value))
}

import { folder, treeFrom } from './disk-tree.ts'
import type { Content, DiskTree } from './disk-tree.ts'
import type { DriveAnswer, DriveProcess } from './drive-process.ts'

/** One request that changes a drive, and what the drive may look like when it is cut off. */
export interface Operation {
  name: string
  send(server: DriveProcess): Promise<DriveAnswer | null>
  /** From nothing done to all done. Only the last one when it was answered. */
  states: DiskTree[]
}

/** What every operation finds. The names in `/target` are taken. */
export const content: Content = {
  '/a.txt': 'the text of a',
  '/b.txt': 'the text of b',
  '/docs/c.txt': 'the text of c',
  '/docs/deep/d.txt': 'the text of d',
  '/docs/empty': folder,
  '/target/b.txt': 'another b',
}
export const before = treeFrom(content)

// More than the server takes at once, and different everywhere.
const long = Buffer.from(Array.from({ length: 200_000 }, (_, n) => `${n}\n`).join(''))

function states(...later: DiskTree[]): DiskTree[] {
  return [before, ...later]
}

function withMore(more: Content): DiskTree {
  return treeFrom({ ...content, ...more })
}

/** `null` stands for what is gone. */
function changed(changes: Record<string, string | Buffer | null>): DiskTree {
  const left: Content = {}
  for (const [path, bytes] of Object.entries({ ...content, ...changes })) {
    if (bytes !== null) left[path] = bytes
  }
  return treeFrom(left)
}

const withoutDocs = { '/docs/c.txt': null, '/docs/deep/d.txt': null, '/docs/empty': null }

export const operations: Operation[] = [
  {
    name: 'an upload whose name is taken',
    send: (server) => server.upload('/', 'a.txt', long),
    states: states(withMore({ '/a.new.txt': long })),
  },
  {
    name: 'an upload with new folders',
    send: (server) => server.upload('/docs', 'x/y/new.bin', long),
    states: states(
      withMore({ '/docs/x': folder }),
      withMore({ '/docs/x/y': folder }),
      withMore({ '/docs/x/y/new.bin': long }),
    ),
  },
  {
    name: 'a new file',
    send: (server) => server.send('POST', 'files/%2Fdocs', { name: 'new.txt', type: 'file' }),
    states: states(withMore({ '/docs/new.txt': '' })),
  },
  {
    name: 'a new folder',
    send: (server) => server.send('POST', 'files/%2F', { name: 'docs', type: 'folder' }),
    states: states(withMore({ '/docs.new': folder })),
  },
  {
    name: 'a new name of a file',
    send: (server) => server.send('PUT', 'files/%2Fa.txt', { operation: 'rename', name: 'z.txt' }),
    states: states(changed({ '/a.txt': null, '/z.txt': 'the text of a' })),
  },
  {
    name: 'a new name of a folder',
    send: (server) => server.send('PUT', 'files/%2Fdocs', { operation: 'rename', name: 'papers' }),
    states: states(
      changed({
        ...withoutDocs,
        '/papers/c.txt': 'the text of c',
        '/papers/deep/d.txt': 'the text of d',
        '/papers/empty': folder,
      }),
    ),
  },
  {
    name: 'a move of several',
    send: (server) =>
      server.send('PUT', 'files', {
        operation: 'move',
        ids: ['/a.txt', '/docs', '/b.txt', '/docs/deep'],
        target: '/target',
      }),
    states: states(
      changed({
        ...withoutDocs,
        '/a.txt': null,
        '/b.txt': null,
        '/target/a.txt': 'the text of a',
        '/target/b.new.txt': 'the text of b',
        '/target/docs/c.txt': 'the text of c',
        '/target/docs/empty': folder,
        '/target/deep/d.txt': 'the text of d',
      }),
    ),
  },
  {
    name: 'a copy of several',
    send: (server) =>
      server.send('PUT', 'files', {
        operation: 'copy',
        ids: ['/b.txt', '/docs'],
        target: '/target',
      }),
    states: states(
      withMore({
        '/target/b.new.txt': 'the text of b',
        '/target/docs/c.txt': 'the text of c',
        '/target/docs/deep/d.txt': 'the text of d',
        '/target/docs/empty': folder,
      }),
    ),
  },
  {
    name: 'a deletion of several',
    send: (server) => server.send('DELETE', 'files', { ids: ['/a.txt', '/docs', '/target/b.txt'] }),
    states: states(
      changed({ ...withoutDocs, '/a.txt': null, '/target/b.txt': null, '/target': folder }),
    ),
  },
]

export function operation(name: string): Operation {
  const found = operations.find((one) => one.name === name)
  if (!found) throw new Error(`There is no operation ${name}.`)
  return found
}

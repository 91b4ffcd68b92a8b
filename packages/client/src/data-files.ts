import type { FileEntry, FileKind, FileReference, NameConflict } from '@triptych/contract/files'
import { live } from './live.ts'
import type { Live } from './live.ts'
import { randomKey } from './random-key.ts'
import { sendUpload } from './send-upload.ts'
import { sendWrite } from './send-write.ts'
import type { Server } from './server.ts'

export type { FileEntry, FileReference } from '@triptych/contract/files'

export interface FoundFiles {
  text?: string
  kind?: FileKind
  /** The folder to look in, however deep; all unless told. */
  folder?: string
}

/** Paths begin with `/`. Where a name is taken, what comes gets another one, unless `conflict` says otherwise. */
export interface FileData {
  /** The entries of a folder; of the root unless told. */
  list(folder?: string): Promise<FileEntry[]>
  find(query: FoundFiles): Promise<FileEntry[]>
  /** The address of its bytes, as a browser asks for them. */
  address(path: string): string
  createFolder(folder: string, name: string): Promise<FileReference>
  upload(folder: string, file: Blob, name: string, conflict?: NameConflict): Promise<FileReference>
  rename(path: string, name: string, conflict?: NameConflict): Promise<FileReference>
  move(paths: readonly string[], to: string, conflict?: NameConflict): Promise<FileReference[]>
  copy(paths: readonly string[], to: string, conflict?: NameConflict): Promise<FileReference[]>
  /** Into the trash, where the server has one. */
  remove(paths: readonly string[]): Promise<void>
  /** What `list` answers, anew whenever something changes in the folder. */
  live(folder?: string): Live<FileEntry[]>
}

export function fileData(server: Server): FileData {
  const list = (folder = '/', signal?: AbortSignal) =>
    server.send({ method: 'GET', path: at(folder), ...(signal && { signal }) }) as Promise<
      FileEntry[]
    >

  async function write<T>(method: 'POST' | 'PUT' | 'DELETE', path: string, body: object) {
    const { answer } = await sendWrite(server, { method, path, body })
    return (answer as { result: T }).result
  }

  return {
    list: (folder) => list(folder),
    async find({ folder = '/', text, kind }) {
      const query = new URLSearchParams({ ...(text && { text }), ...(kind && { kind }) })
      const path = `${at(folder)}?${query.toString()}`
      return (await server.send({ method: 'GET', path })) as FileEntry[]
    },
    address: (path) => server.link(`direct?id=${encodeURIComponent(path)}`),
    createFolder: (folder, name) => write('POST', at(folder), { name, type: 'folder' }),
    async upload(folder, file, name, conflict) {
      const { signal } = new AbortController()
      const sent = { server, folder, name, file, conflict, signal, onProgress: () => {} }
      const answer = await sendUpload({ ...sent, key: randomKey() })
      return (answer as { result: FileReference }).result
    },
    rename: (path, name, conflict) =>
      write('PUT', at(path), { operation: 'rename', name, conflict }),
    move: (ids, target, conflict) =>
      write('PUT', 'files', { operation: 'move', ids, target, conflict }),
    copy: (ids, target, conflict) =>
      write('PUT', 'files', { operation: 'copy', ids, target, conflict }),
    async remove(ids) {
      await sendWrite(server, { method: 'DELETE', path: 'files', body: { ids } })
    },
    live: (folder) =>
      live(server, {
        isAbout: ({ area }) => area === 'files',
        read: (signal) => list(folder, signal),
      }),
  }
}

function at(path: string): string {
  return `files/${encodeURIComponent(path)}`
}

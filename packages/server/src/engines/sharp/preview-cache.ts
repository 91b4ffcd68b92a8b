import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PreviewCache } from '../../ports/pictures.ts'

export interface PreviewCacheOptions {
  maxMemory?: number
  maxDisk?: number
}

/** In memory, over a folder that belongs to nobody else; without a folder in memory only. */
export function openPreviewCache(
  folder: string | null,
  { maxMemory = 32 * 1024 * 1024, maxDisk = 512 * 1024 * 1024 }: PreviewCacheOptions = {},
): PreviewCache {
  const memory = memoryCache(maxMemory)
  const disk = folder === null ? null : openDiskCache(folder, maxDisk)

  const underWay = new Map<string, Promise<Uint8Array | null>>()

  return {
    async get(key) {
      const name = nameOf(key)
      const kept = memory.get(name)
      if (kept) disk?.used(name)
      if (kept || !disk) return kept
      const read = await disk.get(name)
      if (read) memory.set(name, read)
      return read
    },
    async set(key, bytes) {
      const name = nameOf(key)
      memory.set(name, bytes)
      await disk?.set(name, bytes)
    },
    once(key, make) {
      const made = underWay.get(key) ?? make().finally(() => underWay.delete(key))
      underWay.set(key, made)
      return made
    },
  }
}

function nameOf(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}

interface MemoryCache {
  get(name: string): Uint8Array | null
  set(name: string, bytes: Uint8Array): void
}

/** What was used least recently goes first. */
function memoryCache(maxBytes: number): MemoryCache {
  const kept = new Map<string, Uint8Array>()
  let total = 0

  function drop(name: string): void {
    total -= kept.get(name)?.length ?? 0
    kept.delete(name)
  }

  return {
    get(name) {
      const bytes = kept.get(name)
      if (!bytes) return null
      kept.delete(name)
      kept.set(name, bytes)
      return bytes
    },
    set(name, bytes) {
      drop(name)
      // One large thing must not push out all the others.
      if (bytes.length > maxBytes / 8) return
      kept.set(name, bytes)
      total += bytes.length
      for (const oldest of kept.keys()) {
        if (total <= maxBytes) break
        drop(oldest)
      }
    },
  }
}

interface DiskCache {
  get(name: string): Promise<Uint8Array | null>
  set(name: string, bytes: Uint8Array): Promise<void>
  /** Keeps `name` from being the oldest. */
  used(name: string): void
}

const nameForm = /^[0-9a-f]{64}$/

const digestLength = 32

/** A file per name, all in one folder; the times of the files tell the next start their order. */
function openDiskCache(folder: string, maxBytes: number): DiskCache {
  /** Sizes by name, what was used least recently first. */
  const sizes = new Map<string, number>()
  const known = readFolder()
  let total = 0

  /** What the last run left. Only the writers wait for it. */
  async function readFolder(): Promise<void> {
    await mkdir(folder, { recursive: true })
    const names = await readdir(folder)
    const leftovers = names.filter((name) => name.startsWith('draft-'))
    await Promise.all(leftovers.map((name) => rm(join(folder, name), { force: true })))

    const files = names.filter((name) => nameForm.test(name))
    const found: { name: string; size: number; time: number }[] = []
    for (let start = 0; start < files.length; start += 64) {
      const some = files.slice(start, start + 64).map(async (name) => {
        const file = await stat(join(folder, name)).catch(() => null)
        if (file) found.push({ name, size: file.size, time: file.mtimeMs })
      })
      await Promise.all(some)
    }
    for (const { name, size } of found.toSorted((a, b) => a.time - b.time)) note(name, size)
  }

  function note(name: string, size: number): void {
    total += size - (sizes.get(name) ?? 0)
    sizes.delete(name)
    sizes.set(name, size)
  }

  function used(name: string): void {
    const size = sizes.get(name)
    if (size !== undefined) note(name, size)
  }

  async function remove(name: string): Promise<void> {
    total -= sizes.get(name) ?? 0
    sizes.delete(name)
    await rm(join(folder, name), { force: true })
  }

  async function read(name: string): Promise<Uint8Array | null> {
    const path = join(folder, name)
    const whole = await readFile(path)
    const bytes = whole.subarray(digestLength)
    if (!digest(bytes).equals(whole.subarray(0, digestLength))) {
      await remove(name)
      return null
    }
    used(name)
    const now = new Date()
    await utimes(path, now, now)
    return bytes
  }

  async function write(name: string, bytes: Uint8Array): Promise<void> {
    await known
    const draft = join(folder, `draft-${randomUUID()}`)
    try {
      // A power cut may leave a name without its bytes, so the bytes carry their own proof.
      await writeFile(draft, [digest(bytes), bytes], { flag: 'wx', mode: 0o600 })
      await rename(draft, join(folder, name))
    } catch (error) {
      await rm(draft, { force: true })
      throw error
    }
    note(name, digestLength + bytes.length)
    for (const oldest of sizes.keys()) {
      if (total <= maxBytes) break
      await remove(oldest)
    }
  }

  known.catch(() => undefined)
  return {
    get: (name) => read(name).catch(() => null),
    set: (name, bytes) => write(name, bytes).catch(() => undefined),
    used,
  }
}

function digest(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest()
}

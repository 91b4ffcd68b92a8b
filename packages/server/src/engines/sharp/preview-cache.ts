import { createHash } from 'node:crypto'
import { memoryCache } from './memory-cache.ts'
import type { PreviewCache } from '../../ports/preview-cache.ts'
import { openDiskCache } from './disk-cache.ts'

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
  }
}

function nameOf(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}

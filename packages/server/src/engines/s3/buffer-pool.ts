import { semaphore } from '../../concurrency/semaphore.ts'

/** Memory for the parts of all uploads together. */
export interface BufferPool {
  /** Waits until there are so many bytes; those who came first are served first. */
  take(bytes: number): Promise<PooledBuffer>
}

export interface PooledBuffer {
  buffer: Buffer
  release(): void
}

/** Not all is kept that was ever needed at once. */
const mostIdle = 4

export function bufferPool(total: number): BufferPool {
  const { acquire } = semaphore(total)
  /** New memory has to be cleared by the system; this one has been. */
  const idle: Buffer[] = []

  return {
    async take(bytes) {
      const giveBack = await acquire(bytes)
      const used = idle.findIndex(({ byteLength }) => byteLength === bytes)
      const buffer = idle.splice(used, used < 0 ? 0 : 1)[0] ?? Buffer.allocUnsafeSlow(bytes)
      let isTaken = true
      return {
        buffer,
        release() {
          if (!isTaken) return
          isTaken = false
          if (idle.length === mostIdle) idle.shift()
          idle.push(buffer)
          giveBack()
        },
      }
    },
  }
}

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

/** Bytes that become one part, copied together: chunks may be tiny, and views of something large. */
export interface PartBuffer {
  isFull(): boolean
  /** Takes what there is room for; answers the rest. */
  add(chunk: Uint8Array): Promise<Uint8Array>
  bytes(): Uint8Array
  /** Its memory may be used by others. */
  release(): void
}

/** Small files need no more than this, and do not wait for room among the large ones. */
const smallBytes = 64 * 1024

/** Takes room for a whole part, or none: so everyone who has some can go on until it is sent. */
export function partBuffer(capacity: number, memory: BufferPool): PartBuffer {
  let buffer: Buffer = Buffer.alloc(0)
  let length = 0
  let room: PooledBuffer | null = null

  async function enlarge(needed: number): Promise<void> {
    const before = buffer.subarray(0, length)
    if (needed <= smallBytes) {
      buffer = Buffer.allocUnsafe(Math.min(Math.max(needed, 2 * length), smallBytes))
    } else {
      room = await memory.take(capacity)
      buffer = room.buffer
    }
    buffer.set(before)
  }

  return {
    isFull: () => length === capacity,
    async add(chunk) {
      const taken = chunk.subarray(0, capacity - length)
      if (length + taken.byteLength > buffer.byteLength) await enlarge(length + taken.byteLength)
      buffer.set(taken, length)
      length += taken.byteLength
      return chunk.subarray(taken.byteLength)
    },
    bytes: () => buffer.subarray(0, length),
    release: () => room?.release(),
  }
}

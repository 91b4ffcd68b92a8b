import { mkdtemp, open, rm } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import { concurrencyLimit } from '../../../concurrency/concurrency-limit.ts'
import type { ConcurrencyLimit } from '../../../concurrency/concurrency-limit.ts'
import { AppError } from '../../../errors.ts'

/** How much all spools may hold on disk, and what one always gets of that. */
export interface SpoolRoom {
  take: () => boolean
  giveBack: () => void
  /** The threads that write are there for others, too. */
  writing: ConcurrencyLimit
}

/** A spool grows by files of this size, and each goes when it was taken to its end. */
const segmentBytes = 16 * 1024 * 1024
const mostSegments = 64
/** What is written, and read again, at a time. */
const blockBytes = 256 * 1024
const mostItems = 256

export function spoolRoom(): SpoolRoom {
  let taken = 0
  return {
    take() {
      if (taken >= mostSegments) return false
      taken++
      return true
    },
    giveBack: () => void taken--,
    writing: concurrencyLimit(2),
  }
}

export interface SpoolTimes {
  /** So long a stream is made as it is taken: mostly it is done by then. */
  patienceMs: number
  /** Where the room is full, who takes nothing for so long is given up. */
  giveUpMs: number
}

const usualTimes: SpoolTimes = { patienceMs: 5000, giveUpMs: 10_000 }

/**
 * What a slow reader has not taken of `source` in time is put on disk and given to him from there: what it is read from,
 * a snapshot of the database and a place among those who read, is not kept for as long as somebody likes.
 */
export function spooled<T>(
  source: AsyncIterableIterator<T>,
  room: SpoolRoom,
  times: SpoolTimes = usualTimes,
): AsyncIterableIterator<T> {
  const line = waitingLine<T>(room, times)
  let pumping: Promise<void> | null = null

  async function pump(): Promise<void> {
    const deadline = performance.now() + times.patienceMs
    try {
      for (let item = await source.next(); !item.done; item = await source.next()) {
        if (!(await line.put(item.value, deadline))) break
      }
      await line.finish(null)
    } catch (error) {
      await line.finish({ error })
    } finally {
      await source.return?.()
    }
  }

  return {
    async next() {
      pumping ??= pump().catch(() => {})
      return line.take()
    },
    async return() {
      line.leave()
      await (pumping ?? source.return?.())
      await line.close()
      return { done: true, value: undefined }
    },
    [Symbol.asyncIterator]() {
      return this
    },
  }
}

interface Block {
  segment: Segment
  at: number
  items: Item[]
}

/** Bytes are written as they are, anything else as V8 writes it. */
interface Item {
  isPlain: boolean
  length: number
}

interface Segment {
  file: FileHandle
  written: number
  /** Blocks that nobody has taken yet. */
  blocks: number
  isFull: boolean
  isOwed: boolean
}

interface Line<T> {
  /** Whether more is wanted; answers when there is place for it. */
  put: (item: T, deadline: number) => Promise<boolean>
  finish: (failure: { error: unknown } | null) => Promise<void>
  take: () => Promise<IteratorResult<T>>
  /** Nothing will be taken any more. */
  leave: () => void
  close: () => Promise<void>
}

/** One puts and one takes: from memory at first, then by way of the disk. */
function waitingLine<T>(room: SpoolRoom, { giveUpMs }: SpoolTimes): Line<T> {
  let inMemory: T[] = []
  const blocks: Block[] = []
  const segments = new Set<Segment>()
  let unwritten: Uint8Array[] = []
  let items: Item[] = []
  let onDisk = false
  let end: { error: unknown } | 'end' | null = null
  let isLeft = false
  const change = newBell()

  async function untilTaken(deadline: number): Promise<void> {
    while (inMemory.length > 0 && !isLeft && performance.now() < deadline) {
      await change.rung(deadline - performance.now())
    }
  }

  async function segmentFor(length: number): Promise<Segment> {
    const last = [...segments].at(-1)
    if (last && last.written + length <= segmentBytes) return last
    if (last) await fill(last)
    const deadline = performance.now() + giveUpMs
    let isOwed = room.take()
    // One that is alone in need of room always has one.
    while (!isOwed && segments.size > 0) {
      if (isLeft || performance.now() > deadline) throw tooSlow()
      await change.rung(100)
      isOwed = room.take()
    }
    const segment = { file: await nameless(), written: 0, blocks: 0, isFull: false, isOwed }
    segments.add(segment)
    return segment
  }

  async function write(): Promise<void> {
    if (items.length === 0) return
    const [pieces, length] = [unwritten, lengthOf(items)]
    const segment = await segmentFor(length)
    const block = { segment, at: segment.written, items }
    unwritten = []
    items = []
    segment.written += length
    segment.blocks++
    await room.writing(() => segment.file.writev(pieces, block.at))
    pieces.forEach(freeMemory)
    blocks.push(block)
    change.ring()
  }

  async function release(segment: Segment): Promise<void> {
    if (!segments.delete(segment)) return
    if (segment.isOwed) room.giveBack()
    change.ring()
    await segment.file.close()
  }

  async function fromDisk({ segment, at, items }: Block): Promise<T[]> {
    // Memory of its own for each: it is given away, and freed by itself.
    const pieces = items.map(({ length }) => new Uint8Array(length))
    await segment.file.readv(pieces, at)
    segment.blocks--
    if (segment.blocks === 0 && segment.isFull) await release(segment)
    return pieces.map((bytes, n) => (items[n]?.isPlain ? bytes : deserialize(bytes)) as T)
  }

  /** Nothing more comes into it. */
  async function fill(segment: Segment): Promise<void> {
    segment.isFull = true
    if (segment.blocks === 0) await release(segment)
  }

  async function close(): Promise<void> {
    for (const segment of segments) await release(segment)
  }

  return {
    async put(item, deadline) {
      if (!onDisk) {
        inMemory.push(item)
        change.ring()
        await untilTaken(deadline)
        onDisk = inMemory.length > 0
        return !isLeft
      }
      const isPlain = item instanceof Uint8Array
      const bytes = isPlain ? item : serialize(item)
      unwritten.push(bytes)
      items.push({ isPlain, length: bytes.length })
      if (items.length === mostItems || lengthOf(items) >= blockBytes) await write()
      return !isLeft
    },
    async finish(failure) {
      try {
        if (!failure) await write()
        end = failure ?? 'end'
      } catch (error) {
        end = { error }
      }
      change.ring()
    },
    async take() {
      for (;;) {
        const item = inMemory.shift()
        if (item !== undefined) {
          change.ring()
          return { done: false, value: item }
        }
        const block = blocks.shift()
        if (block) {
          inMemory = await fromDisk(block)
        } else if (end || isLeft) {
          await close()
          if (end && end !== 'end') throw end.error
          return { done: true, value: undefined }
        } else {
          await change.rung(1000)
        }
      }
    },
    leave() {
      isLeft = true
      change.ring()
    },
    close,
  }
}

function lengthOf(items: readonly Item[]): number {
  return items.reduce((sum, { length }) => sum + length, 0)
}

/** A page is written now, and nobody else has it: the garbage collector would see it late. */
function freeMemory({ buffer, byteOffset, byteLength }: Uint8Array): void {
  const isAlone = byteOffset <= 1 && byteOffset + byteLength === buffer.byteLength
  if (isAlone && byteLength >= blockBytes && buffer instanceof ArrayBuffer) buffer.transfer(0)
}

/** A file that is gone when it is closed, or when the process is. */
async function nameless(): Promise<FileHandle> {
  const folder = await mkdtemp(join(tmpdir(), 'triptych-spool-'))
  try {
    return await open(join(folder, 'spool'), 'wx+')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Wakes whoever waits. */
function newBell(): { ring: () => void; rung: (timeoutMs: number) => Promise<void> } {
  const waiting = new Set<() => void>()
  return {
    ring() {
      for (const wake of waiting) wake()
    },
    rung: (timeoutMs) =>
      new Promise((resolve) => {
        const timer = setTimeout(wake, timeoutMs)
        function wake(): void {
          clearTimeout(timer)
          waiting.delete(wake)
          resolve()
        }
        waiting.add(wake)
      }),
  }
}

function tooSlow(): AppError {
  return new AppError('unavailable', 'The client takes too little.')
}

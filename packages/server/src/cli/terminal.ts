/** What a person sees of a command. */
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { codeOf } from '../errors.ts'

export function say(line: string): void {
  process.stdout.write(`${printable(line)}\n`)
}

/** What a person types after the question; `null` where there is no more to come. */
export async function askLine(question: string): Promise<string | null> {
  const lines = createInterface({ input: process.stdin })
  try {
    const closed = once(lines, 'close').then(() => null)
    const typed = once(lines, 'line').then(([line]) => String(line).trim())
    process.stderr.write(question)
    return await Promise.race([typed, closed])
  } finally {
    lines.close()
  }
}

/** Answers the exit code. */
export function complain(message: string, code: number): number {
  process.stderr.write(`${message.split('\n').map(printable).join('\n')}\n`)
  return code
}

/** What went wrong, in words: where the system has only a code for it, and what lies beneath. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { code = '', path } = error as NodeJS.ErrnoException
  const words = wordsFor[code]
  if (words && path) return `${path}: ${words}`
  const { cause } = error
  // Whom it could not reach, and why.
  const beneath = cause instanceof Error ? cause.message || codeOf(cause) : ''
  return beneath && !error.message.includes(beneath)
    ? `${error.message} (${beneath})`
    : error.message
}

const wordsFor: Record<string, string> = {
  ENOENT: 'there is nothing of this name',
  ENOTDIR: 'it, or something on the way to it, is no folder',
  EEXIST: 'something of this name is in the way',
  EISDIR: 'it is a folder',
  EACCES: 'the system does not let this user in',
  EPERM: 'the system does not allow this',
  EROFS: 'the disk can only be read',
  ENOSPC: 'the disk is full',
  EMFILE: 'this process has too many files open',
}

/** A file may have anything in its names; a terminal would obey it. */
function printable(line: string): string {
  return line.replaceAll(/\p{Cc}/gu, ' ')
}

export interface ProgressBar {
  show: (done: number) => void
  /** Takes the bar away, so that what is written next has the line to itself. */
  end(): void
}

const width = 30
const intervalMs = 100

/** Shows how far something is, where a person is looking; `total` is what it is likely to come to. */
export function progressBar(
  to: { isTTY?: boolean; write: (text: string) => unknown },
  total: number,
  counted: (done: number) => string = (done) => `${done.toLocaleString('en')} entries`,
): ProgressBar {
  let shownAt = 0
  let shown = false
  return {
    show(done) {
      const now = performance.now()
      if (!to.isTTY || now - shownAt < intervalMs) return
      shownAt = now
      shown = true
      to.write(`\r\u001B[2K${line(done, total, counted(done))}`)
    },
    end() {
      if (shown) to.write('\r\u001B[2K')
    },
  }
}

function line(done: number, total: number, counted: string): string {
  if (total <= 0) return counted
  const part = Math.min(done / total, 1)
  const full = Math.round(part * width)
  const bar = '█'.repeat(full) + '░'.repeat(width - full)
  return `${bar} ${String(Math.floor(part * 100)).padStart(3)} %  ${counted}`
}

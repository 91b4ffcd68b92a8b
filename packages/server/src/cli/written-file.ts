import { open, rename, rm } from 'node:fs/promises'
import { AppError } from '../errors.ts'
import { complain, progressBar } from './terminal.ts'

/** Under another name first, so that nobody takes half of it for the whole. */
export async function written(file: string, pieces: AsyncIterable<Uint8Array>): Promise<number> {
  const partial = `${file}.${process.pid}.part`
  const bar = progressBar(process.stderr, 0, (done) => counted(done, 'byte'))
  let bytes = 0
  try {
    const handle = await open(partial, 'wx')
    try {
      for await (const piece of pieces) {
        await handle.appendFile(piece)
        bytes += piece.length
        bar.show(bytes)
      }
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(partial, file)
  } catch (error) {
    await rm(partial, { force: true })
    throw error
  } finally {
    bar.end()
  }
  return bytes
}

export function counted(count: number, what: string): string {
  return `${count.toLocaleString('en')} ${what}${count === 1 ? '' : 's'}`
}

/** What is refused is said as it is; all else is for others to tell. */
export async function explained(work: () => Promise<void>): Promise<number> {
  try {
    await work()
    return 0
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return complain(error.message, 1)
  }
}

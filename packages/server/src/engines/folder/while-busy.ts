import { setTimeout } from 'node:timers/promises'
import { AppError } from '../../errors.ts'
import { errorCode } from './map-errors.ts'

const pausesMs = [10, 20, 40, 80, 160, 320]
const busy = ['EPERM', 'EACCES', 'EBUSY']

/**
 * On Windows a file that another program has open can neither be moved nor removed, and there is nearly always one that looks
 * into new files: a moment later it is done. Elsewhere these mean what they say.
 */
export async function whileBusy<T>(
  call: () => T | Promise<T>,
  isWindows = process.platform === 'win32',
): Promise<T> {
  for (const pauseMs of isWindows ? pausesMs : []) {
    try {
      return await call()
    } catch (error) {
      const isRefused = error instanceof AppError && error.code === 'files.denied'
      if (!isRefused || !busy.includes(errorCode(error.cause))) throw error
      await setTimeout(pauseMs)
    }
  }
  return call()
}

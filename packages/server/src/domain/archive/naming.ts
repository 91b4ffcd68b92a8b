import { AppError } from '../../errors.ts'

/** Of thousands of files a person wants to know which one it was. */
export async function naming<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    throw new AppError(error.code, `${path}: ${error.message}`, error.details)
  }
}

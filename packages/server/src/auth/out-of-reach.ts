import { AppError, codeOf } from '../errors.ts'

/** Tells whoever runs the server what went wrong elsewhere. */
export type Report = (error: Error) => void

/** Somebody we rely on does not answer, or not as agreed. People are told that, and the log is told why. */
export function outOfReach(message: string, error: unknown, report: Report): AppError {
  // In words alone: what else hangs on such an error may hold what is nobody's business.
  report(new Error(`${message} ${reasons(error).join(': ')}`))
  return new AppError('unavailable', message, { retryAfter: 5 })
}

function reasons(error: unknown): string[] {
  if (!(error instanceof Error)) return []
  const code = codeOf(error)
  const said =
    code === '' || error.message.includes(code) ? error.message : `${error.message} (${code})`
  return [said, ...reasons(error.cause)].slice(0, 5)
}

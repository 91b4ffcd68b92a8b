import { inspect } from 'node:util'

export interface ErrorDescription {
  name?: string
  message: string
  code?: unknown
  details?: unknown
  stack?: string
  cause?: ErrorDescription
  errors?: ErrorDescription[]
}

/** A thrown thing as plain data for a log line, with the whole chain of causes. */
export function describeError(error: unknown, depth = 8): ErrorDescription {
  if (!(error instanceof Error)) return { message: inspect(error) }

  const { name, message, stack, cause } = error
  const { code, details, errors } = error as { code?: unknown; details?: unknown; errors?: unknown }
  // A cause can lead back to where it began.
  const deeper = (next: unknown) => describeError(next, depth - 1)
  return {
    name,
    message,
    ...(code !== undefined && { code: plain(code) }),
    ...(details !== undefined && { details: plain(details) }),
    ...(stack !== undefined && { stack }),
    ...(cause !== undefined && depth > 0 && { cause: deeper(cause) }),
    ...(Array.isArray(errors) && depth > 0 && { errors: errors.map(deeper) }),
  }
}

/** Foreign errors carry anything; what JSON cannot hold must not break the line that tells of it. */
function plain(value: unknown): unknown {
  try {
    return JSON.stringify(value) === undefined ? inspect(value) : value
  } catch {
    return inspect(value)
  }
}

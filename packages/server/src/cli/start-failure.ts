import type { Config } from '../config/config.ts'

/** One line that says why the server did not start and, where we know, what helps. */
export function startFailure(error: unknown, { host, port }: Config): string {
  return `Triptych cannot start: ${reasonOf(error, host, port)}`.replaceAll(/[\s\p{Cc}]+/gu, ' ')
}

function reasonOf(error: unknown, host: string, port: number): string {
  if (!(error instanceof Error)) return String(error)
  const { code } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE') return `port ${port} on ${host} is in use; choose another with --port`
  if (code === 'EADDRNOTAVAIL')
    return `this machine has no address ${host}; choose another with --host`
  if (code === 'EACCES' && error.message.includes('listen')) {
    return `listening on port ${port} is not permitted; choose another with --port`
  }
  return error.message
}

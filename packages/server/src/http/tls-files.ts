import { readFileSync, statSync } from 'node:fs'
import { createSecureContext } from 'node:tls'
import { ConfigError } from '../config/config-error.ts'
import { codeOf } from '../errors.ts'
import type { Observe } from '../observe/observation.ts'

/** Where a certificate and its key lie. */
export interface TlsFiles {
  cert: string
  key: string
}

export interface TlsPair {
  cert: Buffer
  key: Buffer
}

/** How often the files are looked at: certificates are renewed days before their end. */
const everyMs = 1_000

/** Throws `ConfigError`, in one line, where a server could not speak with them. */
export function readTls({ cert, key }: TlsFiles): TlsPair {
  const pair = { cert: readPem('tlsCert', cert), key: readPem('tlsKey', key) }
  try {
    createSecureContext(pair)
    return pair
  } catch (error) {
    const why = codeOf(error).includes('KEY_VALUES_MISMATCH')
      ? 'the key is not that of the certificate'
      : `they cannot be read as PEM (${codeOf(error) || 'unknown reason'})`
    throw new ConfigError(`tlsCert ${cert} and tlsKey ${key} cannot be used: ${why}`, {
      cause: error,
    })
  }
}

function readPem(name: string, path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    throw new ConfigError(`${name} ${path} cannot be read (${codeOf(error)})`, { cause: error })
  }
}

/**
 * Calls `use` with what the files hold whenever that has changed. What cannot be used is told once, and what was
 * in use stays. Answers how to end it.
 */
export function followTls(
  files: TlsFiles,
  use: (pair: TlsPair) => void,
  observe: Observe,
): () => void {
  let inUse = stampOf(files)
  let last = inUse
  const timer = setInterval(() => {
    const stamp = stampOf(files)
    // Two files are written one after the other: they are read when both have come to rest.
    const isAtRest = stamp === last
    last = stamp
    if (!isAtRest || stamp === inUse) return
    inUse = stamp
    try {
      use(readTls(files))
      observe({ kind: 'note', message: 'the certificate was read anew' })
    } catch (error) {
      observe({ kind: 'failure', requestId: null, where: 'tls', error })
    }
  }, everyMs).unref()
  return () => clearInterval(timer)
}

/** Changes with the files; also where a link leads elsewhere, as in a mounted secret. */
function stampOf({ cert, key }: TlsFiles): string {
  return [cert, key]
    .map((path) => {
      const found = statSync(path, { throwIfNoEntry: false })
      return found ? `${found.ino} ${found.size} ${found.mtimeMs}` : 'none'
    })
    .join(', ')
}

import * as crypto from 'node:crypto'
import { promisify } from 'node:util'

export interface Argon2 {
  message: Buffer
  nonce: Buffer
  /** In KiB. */
  memory: number
  passes: number
  parallelism: number
  tagLength: number
}

export type Derive = (parameters: Argon2) => Promise<Buffer>

type Native = (
  kind: 'argon2id',
  parameters: Argon2,
  done: (error: Error | null, tag: Buffer) => void,
) => void

const { argon2 } = crypto as typeof crypto & { argon2?: Native }

/** Off the main thread; Node has it since 24.7. */
export const nativeArgon2id: Derive | null = argon2
  ? async (given) => promisify(argon2)('argon2id', given)
  : null

/** For an older Node: it holds everybody up for a moment, at each sign-in. */
export const wasmArgon2id: Derive = async (given) => {
  const { argon2id } = await import('hash-wasm')
  const tag = await argon2id({
    password: given.message,
    salt: given.nonce,
    memorySize: given.memory,
    iterations: given.passes,
    parallelism: given.parallelism,
    hashLength: given.tagLength,
    outputType: 'binary',
  })
  return Buffer.from(tag)
}

export const deriveArgon2id = nativeArgon2id ?? wasmArgon2id

import { randomBytes, timingSafeEqual } from 'node:crypto'
import { deriveArgon2id } from './argon2.ts'

/** What OWASP asks for at least; memory in KiB. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 }

const tagLength = 32

interface Hashed {
  memory: number
  passes: number
  parallelism: number
  nonce: Buffer
  tag: Buffer
}

/** As a PHC string, which tells how it was made: so the cost can be raised later. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16)
  const tag = await deriveArgon2id({ message: asBytes(password), nonce, tagLength, ...cost })
  return written({ ...cost, nonce, tag })
}

/** Takes as long where there is no password to compare with, so that nobody learns who has one. */
export async function isPassword(stored: string | null, password: string): Promise<boolean> {
  const known = stored === null ? null : read(stored)
  const { memory, passes, parallelism, nonce, tag } = known ?? nobody
  const given = await deriveArgon2id({
    message: asBytes(password),
    nonce,
    memory,
    passes,
    parallelism,
    tagLength: tag.length,
  })
  return timingSafeEqual(given, tag) && known !== null
}

/** The same letters may come in two forms, from two keyboards. */
function asBytes(password: string): Buffer {
  return Buffer.from(password.normalize('NFKC'))
}

const nobody: Hashed = { ...cost, nonce: randomBytes(16), tag: Buffer.alloc(tagLength) }

function written({ memory, passes, parallelism, nonce, tag }: Hashed): string {
  const parameters = `m=${memory},t=${passes},p=${parallelism}`
  return `$argon2id$v=19$${parameters}$${base64(nonce)}$${base64(tag)}`
}

const phc = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/

function read(stored: string): Hashed | null {
  const found = phc.exec(stored)
  if (!found) return null
  const [, memory, passes, parallelism, nonce = '', tag = ''] = found
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    nonce: Buffer.from(nonce, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  }
}

function base64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}

import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Interface } from 'node:readline'
import { Writable } from 'node:stream'
import { Password } from '@triptych/contract/accounts'
import { AppError } from '../errors.ts'

/** More than a password can be. */
const mostBytes = 4096

/** Asked for twice, and not shown. */
export async function askPassword(name: string): Promise<string> {
  // What is typed would be written there.
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  // First of all: from now on the terminal itself shows nothing.
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: true })
  try {
    const first = await ask(lines, `Password of ${name}: `)
    const password = checked(first)
    if ((await ask(lines, 'The same again: ')) === first) return password
  } finally {
    lines.close()
  }
  throw new AppError('bad_request', 'These are two different passwords; nothing was changed.')
}

/** The first line of what another program writes to us. */
export async function pipedPassword(): Promise<string> {
  let text = ''
  for await (const chunk of process.stdin.setEncoding('utf8')) {
    text += String(chunk)
    if (text.includes('\n') || text.length > mostBytes) break
  }
  return checked(text.split(/\r?\n/)[0] ?? '')
}

function checked(text: string): string {
  const result = Password.safeParse(text)
  if (result.success) return result.data
  throw new AppError('bad_request', 'A password has 10 to 256 characters; nothing was changed.')
}

async function ask(lines: Interface, question: string): Promise<string> {
  const closed = once(lines, 'close').then(() => null)
  const typed = once(lines, 'line').then(([line]) => String(line))
  process.stderr.write(question)
  const line = await Promise.race([typed, closed])
  process.stderr.write('\n')
  if (line !== null) return line
  throw new AppError('bad_request', 'No password was given; nothing was changed.')
}

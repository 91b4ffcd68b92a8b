import assert from 'node:assert/strict'
import { it } from 'node:test'
import { nativeArgon2id, wasmArgon2id } from './argon2.ts'

it('a password made on a new Node is known on an old one', async () => {
  const given = {
    message: Buffer.from('größer als gedacht'),
    nonce: Buffer.from('0123456789abcdef'),
    memory: 1024,
    passes: 2,
    parallelism: 1,
    tagLength: 32,
  }
  const tag = '3e6514049d26a03b62829274536cade3cddb730c957a2572ee826aaca7bb669e'

  for (const derive of [nativeArgon2id ?? wasmArgon2id, wasmArgon2id]) {
    assert.equal((await derive(given)).toString('hex'), tag)
  }
})

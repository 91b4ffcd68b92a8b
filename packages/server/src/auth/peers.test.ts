import assert from 'node:assert/strict'
import { createServer, request as ask } from 'node:http'
import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { AppError } from '../errors.ts'
import type { Claim } from './claim.ts'
import { trustedPeers } from './peers.ts'
import { proxyHeader } from './proxy.ts'

/** What is read of a request while it is there: sockets forget their address when they close. */
let read: (incoming: IncomingMessage) => unknown = () => null
const server = createServer((incoming, answer) => {
  void Promise.resolve(incoming)
    .then(read)
    .then((value) => answer.end(JSON.stringify({ value })))
    .catch((error: unknown) => {
      const code = error instanceof AppError ? error.code : String(error)
      answer.end(JSON.stringify({ refused: code }))
    })
})
before(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
after(() => server.close())

type Sent = readonly (readonly [name: string, value: string])[]

/** Sends headers as they are, also twice, and answers what `reads` has made of the request. */
async function sent(
  headers: Sent,
  reads: (incoming: IncomingMessage) => unknown,
): Promise<unknown> {
  read = reads
  const { port } = server.address() as AddressInfo
  const flat = [['Host', 'localhost'] as const, ...headers].flat()
  return new Promise((resolve, reject) => {
    const outgoing = ask({ port, host: '127.0.0.1', headers: flat, agent: false }, (answer) => {
      let text = ''
      answer.on('data', (part: Buffer) => (text += String(part)))
      answer.on('end', () => {
        const { value, refused } = JSON.parse(text) as { value?: unknown; refused?: string }
        if (refused === undefined) resolve(value)
        else reject(new Error(refused))
      })
    })
    outgoing.on('error', reject)
    outgoing.end()
  })
}

function clientOf(networks: string[], ...forwarded: string[]): Promise<unknown> {
  const headers = forwarded.map((value) => ['X-Forwarded-For', value] as const)
  return sent(headers, (incoming) => trustedPeers(networks).clientOf(incoming))
}

async function isHttps(networks: string[], ...protocols: string[]): Promise<unknown> {
  const request = new Request('https://localhost/')
  const headers = protocols.map((value) => ['X-Forwarded-Proto', value] as const)
  return sent(headers, (incoming) => trustedPeers(networks).isHttps(request, incoming))
}

function claimed(headers: Sent, networks = ['127.0.0.1'], groupsHeader: string | null = null) {
  const way = proxyHeader({ peers: trustedPeers(networks), header: 'Remote-User', groupsHeader })
  return sent(headers, (incoming) => way(new Request('http://localhost/'), incoming))
}

async function groupsOf(headers: Sent): Promise<string[] | null> {
  return ((await claimed(headers, ['127.0.0.1'], 'Remote-Groups')) as Claim).groups
}

describe('the address of whoever asks', () => {
  it('is that of the socket where no proxy is trusted', async () => {
    assert.equal(await clientOf([], '203.0.113.7'), '127.0.0.1')
    assert.equal(await clientOf(['10.0.0.0/8'], '203.0.113.7'), '127.0.0.1')
  })

  it('is what a trusted proxy says last', async () => {
    assert.equal(await clientOf(['127.0.0.0/8'], '198.51.100.1, 203.0.113.7'), '203.0.113.7')
  })

  it('is the last that is not of a trusted proxy, whatever stands before it', async () => {
    const networks = ['127.0.0.1', '10.0.0.0/8']
    assert.equal(await clientOf(networks, '1.1.1.1, 203.0.113.7, 10.1.2.3'), '203.0.113.7')
    assert.equal(await clientOf(networks, '1.1.1.1', '203.0.113.7', '10.1.2.3'), '203.0.113.7')
    assert.equal(await clientOf(networks, '10.9.9.9, 10.1.2.3'), '10.9.9.9')
  })

  it('may have a port, brackets, and the form of the other version', async () => {
    const networks = ['127.0.0.1', '::ffff:0:0/96', 'fd00::/8']
    assert.equal(await clientOf(networks, '[2001:db8::1]:4711'), '2001:db8::1')
    assert.equal(await clientOf(['127.0.0.1'], '203.0.113.7:80'), '203.0.113.7')
    assert.equal(await clientOf(['127.0.0.1'], '::ffff:203.0.113.7'), '203.0.113.7')
  })

  it('ends where something stands that is no address', async () => {
    const networks = ['127.0.0.1', '10.0.0.0/8']
    assert.equal(await clientOf(networks, '203.0.113.7, unknown'), '127.0.0.1')
    assert.equal(await clientOf(networks, '203.0.113.7, <b>, 10.1.1.1'), '10.1.1.1')
    assert.equal(await clientOf(networks, ''), '127.0.0.1')
  })

  it('is nobody’s where there is no socket', () => {
    assert.equal(trustedPeers([]).clientOf(null), null)
  })
})

describe('https before a proxy', () => {
  it('is believed of a trusted one only', async () => {
    assert.equal(await isHttps(['127.0.0.1'], 'https'), true)
    assert.equal(await isHttps(['127.0.0.1'], 'http'), false)
    assert.equal(await isHttps(['127.0.0.1']), false)
    assert.equal(await isHttps([], 'https'), false)
    assert.equal(await isHttps(['10.0.0.0/8'], 'https'), false)
  })

  it('is what the last one says', async () => {
    assert.equal(await isHttps(['127.0.0.1'], 'https, http'), false)
    assert.equal(await isHttps(['127.0.0.1'], 'https', 'http'), false)
  })
})

describe('who asks, in a header of a proxy', () => {
  it('counts from a trusted network', async () => {
    const claim: Claim = {
      by: 'proxy',
      provider: 'proxy',
      subject: 'ada',
      name: 'ada',
      groups: null,
    }
    assert.deepEqual(await claimed([['remote-user', 'ada']]), claim)
    assert.deepEqual(await claimed([['REMOTE-USER', ' ada ']]), claim)
  })

  it('is nothing from any other', async () => {
    assert.equal(await claimed([['Remote-User', 'ada']], ['10.0.0.0/8']), null)
    assert.equal(await claimed([['Remote-User', 'ada']], []), null)
    const forwarded = [
      ['Remote-User', 'ada'],
      ['X-Forwarded-For', '10.0.0.1'],
    ] as const
    assert.equal(await claimed(forwarded, ['10.0.0.0/8']), null)
  })

  it('may be missing or empty', async () => {
    assert.equal(await claimed([]), null)
    assert.equal(await claimed([['Remote-User', '']]), null)
    assert.equal(await claimed([['Remote_User', 'ada']]), null)
    assert.equal(await claimed([['Remote-User', 'x'.repeat(300)]]), null)
  })

  it('is refused twice, and where Connection names it', async () => {
    const twice = [
      ['Remote-User', 'ada'],
      ['remote-user', 'eve'],
    ] as const
    await assert.rejects(claimed(twice), /bad_request/)
    for (const connection of ['remote-user', 'close, Remote-User']) {
      const hop = [
        ['Remote-User', 'ada'],
        ['Connection', connection],
      ] as const
      await assert.rejects(claimed(hop), /bad_request/)
    }
  })

  it('is read as UTF-8', async () => {
    const bytes = Buffer.from('Łucja').toString('latin1')
    const claim = (await claimed([['Remote-User', bytes]])) as Claim
    assert.equal(claim.name, 'Łucja')
  })

  it('comes with groups where a header for them is named', async () => {
    const user = ['Remote-User', 'ada'] as const
    assert.deepEqual(await groupsOf([user, ['Remote-Groups', 'staff, admins,']]), [
      'staff',
      'admins',
    ])
    assert.deepEqual(await groupsOf([user]), [])
    const groups = ['Remote-Groups', 'staff'] as const
    await assert.rejects(groupsOf([user, groups, groups]), /bad_request/)
  })
})

import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { credentialSource } from './credential-source.ts'

const home = mkdtempSync(join(tmpdir(), 's3-credentials-'))
after(() => rmSync(home, { recursive: true, force: true }))
mkdirSync(join(home, '.aws'))
writeFileSync(
  join(home, '.aws/credentials'),
  `# of this machine
[default]
aws_access_key_id = DEFAULT
aws_secret_access_key=default+secret=/
[ work ]\r
AWS_ACCESS_KEY_ID=WORK\r
aws_secret_access_key = work secret\r
aws_session_token = token==\r
; aws_access_key_id = NO
[empty]
region = eu-west-1
`,
)
const nowhere = join(home, 'nowhere')
const noRole = { AWS_EC2_METADATA_DISABLED: 'true' }

describe('credentials', () => {
  it('come from the variables first of all', async () => {
    const variables = { AWS_ACCESS_KEY_ID: 'ID', AWS_SECRET_ACCESS_KEY: 'secret' }
    assert.deepEqual(await credentialSource({ variables, home }).get(), {
      accessKey: 'ID',
      secretKey: 'secret',
      sessionToken: undefined,
    })
    const more = { ...variables, AWS_SESSION_TOKEN: 'token' }
    assert.equal((await credentialSource({ variables: more, home }).get()).sessionToken, 'token')
  })

  it('come from the file in the home folder', async () => {
    const found = await credentialSource({ variables: {}, home }).get()
    assert.equal(found.accessKey, 'DEFAULT')
    assert.equal(found.secretKey, 'default+secret=/')
  })

  it('come from the profile that is named, and from the file that is named', async () => {
    const file = join(home, '.aws/credentials')
    const variables = { AWS_PROFILE: 'work', AWS_SHARED_CREDENTIALS_FILE: file }
    assert.deepEqual(await credentialSource({ variables, home: nowhere }).get(), {
      accessKey: 'WORK',
      secretKey: 'work secret',
      sessionToken: 'token==',
    })
  })

  for (const AWS_PROFILE of ['empty', 'none']) {
    it(`are not taken from elsewhere when the profile "${AWS_PROFILE}" has none`, () =>
      assert.rejects(credentialSource({ variables: { AWS_PROFILE }, home }).get(), {
        message: new RegExp(`profile "${AWS_PROFILE}"`),
      }))
  }

  it('are missed with words that say where they could be', () =>
    assert.rejects(credentialSource({ variables: noRole, home: nowhere }).get(), {
      code: 'unavailable',
      message: /AWS_ACCESS_KEY_ID.*credentials file.*role/,
    }))

  it('are read again from the file after they were refused', async () => {
    const file = join(home, 'changing')
    const write = (id: string) =>
      writeFileSync(file, `[default]\naws_access_key_id=${id}\naws_secret_access_key=s\n`)
    write('OLD')
    const source = credentialSource({ variables: { AWS_SHARED_CREDENTIALS_FILE: file }, home })
    assert.equal((await source.get()).accessKey, 'OLD')
    write('NEW')
    assert.equal((await source.get()).accessKey, 'OLD')
    source.forget()
    assert.equal((await source.get()).accessKey, 'NEW')
  })
})

describe('credentials of a role', () => {
  it('come from the machine, with a token of its own', () =>
    served(
      machine(() => role('MACHINE', 60)),
      async (origin) => {
        const variables = { AWS_EC2_METADATA_SERVICE_ENDPOINT: origin }
        const found = await credentialSource({ variables, home: nowhere }).get()
        assert.equal(found.accessKey, 'MACHINE')
        assert.equal(found.sessionToken, 'token')
        assert.ok((found.expires ?? 0) > Date.now())
      },
    ))

  it('come from the container, with the token from a variable or a file', () =>
    served(
      ({ url, headers }) =>
        url === '/creds' && headers.authorization === 'let me in'
          ? [200, role('POD', 60)]
          : [403, ''],
      async (origin) => {
        const full = { AWS_CONTAINER_CREDENTIALS_FULL_URI: `${origin}/creds` }
        const file = join(home, 'token')
        writeFileSync(file, 'let me in\n')
        for (const token of [
          { AWS_CONTAINER_AUTHORIZATION_TOKEN: 'let me in' },
          { AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE: file },
        ]) {
          const variables = { ...full, ...token, ...noRole }
          const found = await credentialSource({ variables, home: nowhere }).get()
          assert.equal(found.accessKey, 'POD')
        }
        const refused = credentialSource({ variables: { ...full, ...noRole }, home: nowhere })
        await assert.rejects(refused.get(), { code: 'unavailable', message: /answered 403/ })
      },
    ))

  it('are not asked of just any host', () => {
    const variables = { AWS_CONTAINER_CREDENTIALS_FULL_URI: 'http://203.0.113.1/creds' }
    return assert.rejects(credentialSource({ variables, home: nowhere }).get(), {
      message: /not asked of/,
    })
  })

  it('are kept while they are good, and renewed before they end', async () => {
    const minutes = [4, 60]
    let given = 0
    await served(
      machine(() => role(`N${++given}`, minutes[given - 1] ?? 60)),
      async (origin) => {
        const variables = { AWS_EC2_METADATA_SERVICE_ENDPOINT: origin }
        const source = credentialSource({ variables, home: nowhere })
        assert.equal((await source.get()).accessKey, 'N1')
        const both = await Promise.all([source.get(), source.get()])
        assert.deepEqual(
          both.map(({ accessKey }) => accessKey),
          ['N2', 'N2'],
        )
        assert.equal((await source.get()).accessKey, 'N2')
      },
    )
  })

  it('are used to their end when newer ones cannot be had', async () => {
    let isDown = false
    await served(
      (request) => (isDown ? [500, ''] : machine(() => role('OLD', 4))(request)),
      async (origin) => {
        const variables = { AWS_EC2_METADATA_SERVICE_ENDPOINT: origin }
        const source = credentialSource({ variables, home: nowhere })
        assert.equal((await source.get()).accessKey, 'OLD')
        isDown = true
        assert.equal((await source.get()).accessKey, 'OLD')
      },
    )
  })

  it('do not show in the words about an answer that cannot be read', () =>
    served(
      () => [200, '{"SecretAccessKey": "hush"'],
      async (origin) => {
        const variables = { AWS_CONTAINER_CREDENTIALS_FULL_URI: `${origin}/creds` }
        await assert.rejects(
          credentialSource({ variables, home: nowhere }).get(),
          (error: Error) => !error.message.includes('hush') && /no JSON/.test(error.message),
        )
      },
    ))
})

function role(id: string, minutes: number): string {
  return JSON.stringify({
    Code: 'Success',
    Type: 'AWS-HMAC',
    AccessKeyId: id,
    SecretAccessKey: 'secret',
    Token: 'token',
    Expiration: new Date(Date.now() + minutes * 60_000).toISOString().replace(/\.\d+/, ''),
  })
}

type Answering = (request: IncomingMessage) => [number, string]

/** The service of a machine, as it is documented; it refuses those who bring no token. */
function machine(roleNow: () => string): Answering {
  return ({ method, url, headers }) => {
    if (method === 'PUT' && url === '/latest/api/token') {
      return headers['x-aws-ec2-metadata-token-ttl-seconds'] ? [200, 'a-token'] : [400, '']
    }
    if (headers['x-aws-ec2-metadata-token'] !== 'a-token') return [401, '']
    const path = '/latest/meta-data/iam/security-credentials/'
    if (url === path) return [200, 'the-role\n']
    return url === `${path}the-role` ? [200, roleNow()] : [404, '']
  }
}

async function served(answer: Answering, work: (origin: string) => Promise<void>): Promise<void> {
  const server = createServer((request, response) => {
    const [status, body] = answer(request)
    response.writeHead(status).end(body)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  try {
    await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  } finally {
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
  }
}

import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { machine, role, served, withSts } from '../../../test/fixtures/credential-services.ts'
import type { Credentials } from '../../ports/credentials.ts'
import { credentialSource, findCredentials } from './credential-source.ts'
import type { CredentialSource } from './credential-source.ts'
import { stsAddress } from './role-credentials.ts'

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
[half]
aws_access_key_id = HALF
`,
)
const nowhere = join(home, 'nowhere')
const noRole = { AWS_EC2_METADATA_DISABLED: 'true' }
const keys = { AWS_ACCESS_KEY_ID: 'ID', AWS_SECRET_ACCESS_KEY: 'secret' }

type Variables = Record<string, string | undefined>

function sourceIn(variables: Variables, of = nowhere): CredentialSource {
  return credentialSource(() => findCredentials({ variables, home: of }))
}

function foundIn(variables: Variables, of = nowhere): Promise<Credentials> {
  return sourceIn(variables, of).get()
}

let files = 0

/** A file with this text. */
function fileWith(text: string): string {
  const path = join(home, `file-${++files}`)
  writeFileSync(path, text)
  return path
}

describe('credentials', () => {
  it('come from the variables first of all', async () => {
    assert.deepEqual(await foundIn(keys, home), {
      accessKeyId: 'ID',
      secretAccessKey: 'secret',
      sessionToken: undefined,
    })
    const more = { ...keys, AWS_SESSION_TOKEN: 'token', AWS_PROFILE: 'work' }
    const { accessKeyId, sessionToken } = await foundIn(more, home)
    assert.deepEqual([accessKeyId, sessionToken], ['ID', 'token'])
  })

  it('are missed when one variable of the two is not set', async () => {
    const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY } = keys
    await assert.rejects(foundIn({ AWS_ACCESS_KEY_ID }, home), {
      message: 'AWS_ACCESS_KEY_ID is set, but AWS_SECRET_ACCESS_KEY is not.',
    })
    await assert.rejects(foundIn({ AWS_SECRET_ACCESS_KEY }, home), {
      message: 'AWS_SECRET_ACCESS_KEY is set, but AWS_ACCESS_KEY_ID is not.',
    })
  })

  it('come from the file in the home folder', async () => {
    const found = await foundIn({}, home)
    assert.equal(found.accessKeyId, 'DEFAULT')
    assert.equal(found.secretAccessKey, 'default+secret=/')
  })

  it('come from the profile that is named, and from the file that is named', async () => {
    const file = join(home, '.aws/credentials')
    const variables = { AWS_PROFILE: 'work', AWS_SHARED_CREDENTIALS_FILE: file }
    assert.deepEqual(await foundIn(variables), {
      accessKeyId: 'WORK',
      secretAccessKey: 'work secret',
      sessionToken: 'token==',
    })
  })

  for (const AWS_PROFILE of ['empty', 'none', 'half']) {
    it(`are not taken from elsewhere when the profile "${AWS_PROFILE}" has none`, () =>
      assert.rejects(foundIn({ AWS_PROFILE }, home), {
        message: new RegExp(`profile "${AWS_PROFILE}"`),
      }))
  }

  it('are missed with words that say where they could be', () =>
    assert.rejects(foundIn(noRole), {
      code: 'unavailable',
      message: /AWS_ACCESS_KEY_ID.*AWS_WEB_IDENTITY_TOKEN_FILE.*~\/\.aws\/config.*role/,
    }))

  it('are read again from the file after they were refused', async () => {
    const file = join(home, 'changing')
    const write = (id: string) =>
      writeFileSync(file, `[default]\naws_access_key_id=${id}\naws_secret_access_key=s\n`)
    write('OLD')
    const source = sourceIn({ AWS_SHARED_CREDENTIALS_FILE: file })
    assert.equal((await source.get()).accessKeyId, 'OLD')
    write('NEW')
    assert.equal((await source.get()).accessKeyId, 'OLD')
    source.forget()
    assert.equal((await source.get()).accessKeyId, 'NEW')
  })
})

describe('credentials of somebody else', () => {
  const given = { accessKeyId: 'ID', secretAccessKey: 'secret' }

  it('are kept when they have no end, until they are refused', async () => {
    let asked = 0
    const source = credentialSource(async () => ({ ...given, accessKeyId: `N${++asked}` }))
    await source.get()
    assert.equal((await source.get()).accessKeyId, 'N1')
    source.forget()
    assert.equal((await source.get()).accessKeyId, 'N2')
  })

  it('are refused when they are none', () =>
    assert.rejects(credentialSource(async () => ({ ...given, accessKeyId: '' })).get(), {
      code: 'unavailable',
      message: /no accessKeyId/,
    }))

  it('are told to be missing when they throw, and why only to the log', () =>
    assert.rejects(
      credentialSource(() => Promise.reject(new Error('the vault is shut'))).get(),
      ({ code, message, cause }: Error & { code: string }) =>
        code === 'unavailable' && !/vault/.test(message) && /vault/.test(String(cause)),
    ))
})

describe('credentials of a role', () => {
  it('come from the machine, with a token of its own', () =>
    served(
      machine(() => role('MACHINE', 60)),
      async (origin) => {
        const found = await foundIn({ AWS_EC2_METADATA_SERVICE_ENDPOINT: origin })
        assert.equal(found.accessKeyId, 'MACHINE')
        assert.equal(found.sessionToken, 'token')
        assert.ok((found.expiration?.getTime() ?? 0) > Date.now())
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
        for (const token of [
          { AWS_CONTAINER_AUTHORIZATION_TOKEN: 'let me in' },
          { AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE: fileWith('let me in\n') },
        ]) {
          const found = await foundIn({ ...full, ...token, ...noRole })
          assert.equal(found.accessKeyId, 'POD')
        }
        const refused = foundIn({ ...full, ...noRole })
        await assert.rejects(refused, { code: 'unavailable', message: /answered 403/ })
      },
    ))

  it('are not asked of just any host', () =>
    assert.rejects(foundIn({ AWS_CONTAINER_CREDENTIALS_FULL_URI: 'http://203.0.113.1/creds' }), {
      message: /not asked of/,
    }))

  it('are kept while they are good, and renewed before they end', async (t) => {
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() })
    let given = 0
    await served(
      machine(() => role(`N${++given}`, 60)),
      async (origin) => {
        const source = sourceIn({ AWS_EC2_METADATA_SERVICE_ENDPOINT: origin })
        assert.equal((await source.get()).accessKeyId, 'N1')
        t.mock.timers.tick(54 * 60_000)
        assert.equal((await source.get()).accessKeyId, 'N1')
        t.mock.timers.tick(2 * 60_000)
        const both = await Promise.all([source.get(), source.get()])
        assert.deepEqual(
          both.map(({ accessKeyId }) => accessKeyId),
          ['N2', 'N2'],
        )
        assert.equal((await source.get()).accessKeyId, 'N2')
      },
    )
  })

  it('are not asked for at every request though there are none that last', async (t) => {
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() })
    let given = 0
    await served(
      machine(() => role(`N${++given}`, 4)),
      async (origin) => {
        const source = sourceIn({ AWS_EC2_METADATA_SERVICE_ENDPOINT: origin })
        await source.get()
        assert.equal((await source.get()).accessKeyId, 'N1')
        t.mock.timers.tick(10_000)
        assert.equal((await source.get()).accessKeyId, 'N2')
      },
    )
  })

  it('are used to their end when newer ones cannot be had', async (t) => {
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() })
    let isDown = false
    await served(
      (request) => (isDown ? [500, ''] : machine(() => role('OLD', 4))(request)),
      async (origin) => {
        const source = sourceIn({ AWS_EC2_METADATA_SERVICE_ENDPOINT: origin })
        assert.equal((await source.get()).accessKeyId, 'OLD')
        isDown = true
        t.mock.timers.tick(60_000)
        assert.equal((await source.get()).accessKeyId, 'OLD')
        t.mock.timers.tick(4 * 60_000)
        await assert.rejects(source.get(), { code: 'unavailable' })
      },
    )
  })

  it('do not show in the words about an answer that cannot be read', () =>
    served(
      () => [200, '{"SecretAccessKey": "hush"'],
      async (origin) => {
        const variables = { AWS_CONTAINER_CREDENTIALS_FULL_URI: `${origin}/creds` }
        await assert.rejects(
          foundIn(variables),
          (error: Error) => !error.message.includes('hush') && /no JSON/.test(error.message),
        )
      },
    ))
})

function identity(origin: string, file: string): Variables {
  return {
    AWS_ENDPOINT_URL_STS: origin,
    AWS_ROLE_ARN: 'arn:aws:iam::1:role/files',
    AWS_WEB_IDENTITY_TOKEN_FILE: file,
    ...noRole,
  }
}

describe('credentials by a web identity', () => {
  it('come from STS for the token in the file', () =>
    withSts({}, async (origin, asked) => {
      const variables = identity(origin, fileWith('the.token\n'))
      const found = await foundIn(variables)
      assert.equal(found.accessKeyId, 'STS1')
      assert.equal(found.secretAccessKey, 'sts/secret+1')
      assert.equal(found.sessionToken, 'session&1')
      assert.ok((found.expiration?.getTime() ?? 0) > Date.now())
      await foundIn({ ...variables, AWS_ROLE_SESSION_NAME: 'pod-7' })

      const form = {
        Action: 'AssumeRoleWithWebIdentity',
        Version: '2011-06-15',
        RoleArn: 'arn:aws:iam::1:role/files',
        WebIdentityToken: 'the.token',
      }
      assert.deepEqual(asked, [
        { ...form, RoleSessionName: 'triptych' },
        { ...form, RoleSessionName: 'pod-7' },
      ])
    }))

  it('are preferred to a profile, but not to keys', () =>
    withSts({}, async (origin) => {
      const variables = identity(origin, fileWith('token'))
      assert.equal((await foundIn(variables, home)).accessKeyId, 'STS1')
      assert.equal((await foundIn({ ...variables, ...keys }, home)).accessKeyId, 'ID')
    }))

  it('are renewed before they end, with the token that is in the file then', async (t) => {
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() })
    await withSts({}, async (origin, asked) => {
      const file = fileWith('first')
      const source = sourceIn(identity(origin, file))
      await source.get()
      writeFileSync(file, 'second')
      t.mock.timers.tick(56 * 60_000)
      assert.equal((await source.get()).accessKeyId, 'STS2')
      assert.deepEqual(
        asked.map(({ WebIdentityToken }) => WebIdentityToken),
        ['first', 'second'],
      )
    })
  })

  it('are asked for again when STS cannot answer just now', () =>
    withSts({ failures: [503, 500] }, async (origin, asked) => {
      await foundIn(identity(origin, fileWith('token')))
      assert.equal(asked.length, 3)
    }))

  it('are not asked for again when STS says no; its words are for the log', () =>
    withSts({ failures: [403, 403, 403] }, (origin, asked) =>
      assert.rejects(foundIn(identity(origin, fileWith('token'))), (error: Error) => {
        assert.equal(asked.length, 1)
        assert.match(error.message, /role of AWS_ROLE_ARN.* STS answered AccessDenied/)
        assert.doesNotMatch(error.message, /arn:/)
        return /arn:aws:iam::1:role\/files/.test(String(error.cause))
      }),
    ))

  it('are asked for at the STS of the region, unless a variable names another', () => {
    assert.equal(address('eu-west-3'), 'https://sts.eu-west-3.amazonaws.com/')
    assert.equal(address('cn-north-1'), 'https://sts.cn-north-1.amazonaws.com.cn/')
    assert.equal(address(undefined), 'https://sts.us-east-1.amazonaws.com/')
    const both = { AWS_ENDPOINT_URL: 'http://all', AWS_ENDPOINT_URL_STS: 'http://sts' }
    assert.equal(address('eu-west-3', both), 'http://sts/')
    assert.throws(() => address('eu-west-3', { AWS_ENDPOINT_URL_STS: 'sts' }), {
      message: 'AWS_ENDPOINT_URL_STS is no address.',
    })
  })

  it('are missed with the name of what is not there', async () => {
    const variables = identity('http://127.0.0.1:1', join(home, 'no-such-file'))
    await assert.rejects(foundIn(variables), {
      message: 'The file of AWS_WEB_IDENTITY_TOKEN_FILE cannot be read (ENOENT).',
    })
    await assert.rejects(foundIn({ ...variables, AWS_ROLE_ARN: undefined }), {
      message: /AWS_ROLE_ARN is not/,
    })
    const empty = { ...variables, AWS_WEB_IDENTITY_TOKEN_FILE: fileWith(' \n') }
    await assert.rejects(foundIn(empty), { message: /AWS_WEB_IDENTITY_TOKEN_FILE is empty/ })
  })
})

function address(region: string | undefined, variables: Variables = {}): string {
  return stsAddress({ variables, region }).href
}

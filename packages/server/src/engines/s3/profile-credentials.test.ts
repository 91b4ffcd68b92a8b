import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { machine, role, served, withSts } from '../../../test/fixtures/credential-services.ts'
import type { Credentials } from '../../ports/credentials.ts'
import { findCredentials } from './credential-source.ts'
import { regionOf } from './profile-credentials.ts'

const home = mkdtempSync(join(tmpdir(), 's3-profiles-'))
after(() => rmSync(home, { recursive: true, force: true }))
const nowhere = join(home, 'nowhere')
const keys = { AWS_ACCESS_KEY_ID: 'ID', AWS_SECRET_ACCESS_KEY: 'secret' }

type Variables = Record<string, string | undefined>

function foundIn(variables: Variables): Promise<Credentials> {
  return findCredentials({ variables, home: nowhere })
}

let files = 0

/** A file with this text. */
function fileWith(text: string): string {
  const path = join(home, `file-${++files}`)
  writeFileSync(path, text)
  return path
}

const credentials = fileWith(
  '[default]\naws_access_key_id = BASE\naws_secret_access_key = base\naws_session_token = base-token\n',
)

/** A profile of this name in a config file with this text. */
function inConfig(AWS_PROFILE: string, text: string) {
  return {
    AWS_PROFILE,
    AWS_CONFIG_FILE: fileWith(text),
    AWS_SHARED_CREDENTIALS_FILE: credentials,
    AWS_EC2_METADATA_DISABLED: 'true',
  }
}

function from(source: string): Variables {
  return inConfig('a', `[profile a]\nrole_arn = arn:a\ncredential_source = ${source}\n`)
}

function running(command: string): Promise<Credentials> {
  const profile = inConfig('a', `[profile a]\ncredential_process = ${command}\n`)
  return foundIn({ ...profile, PATH: process.env['PATH'] })
}

describe('a profile', () => {
  it('has keys in the config file, too, below its name and the word profile', async () => {
    const text = `
[sso-session a]
aws_access_key_id = NO
[a]
aws_access_key_id = NEITHER
[profile a] # the one
aws_access_key_id = CONFIG ; of a
s3 =
  aws_access_key_id = NESTED
  addressing_style = path
aws_secret_access_key = secret
[profile "two words"]
  aws_access_key_id = SET IN
  aws_secret_access_key = secret
`
    assert.equal((await foundIn(inConfig('a', text))).accessKeyId, 'CONFIG')
    assert.equal((await foundIn(inConfig('two words', text))).accessKeyId, 'SET IN')
  })

  it('is the one called default when none is named, and may be without any', async () => {
    const text = '[default]\naws_access_key_id = CONFIG\naws_secret_access_key = secret\n'
    const variables = { ...inConfig('', text), AWS_SHARED_CREDENTIALS_FILE: nowhere }
    assert.equal((await foundIn(variables)).accessKeyId, 'CONFIG')
    const none = {
      ...inConfig('', '[default]\nregion = r\n'),
      AWS_SHARED_CREDENTIALS_FILE: nowhere,
    }
    await assert.rejects(foundIn(none), { message: /There are no credentials/ })
  })

  it('is taken from the credentials file where both have the same', async () => {
    const text = '[default]\naws_access_key_id = CONFIG\naws_secret_access_key = secret\n'
    assert.equal((await foundIn(inConfig('default', text))).accessKeyId, 'BASE')
  })

  it('says the region, unless a variable does', () => {
    const variables = inConfig('a', '[profile a]\nregion = eu-west-3\n[default]\nregion = x\n')
    const region = (more: Variables) => regionOf({ variables: { ...variables, ...more }, home })
    assert.equal(region({}), 'eu-west-3')
    assert.equal(region({ AWS_PROFILE: '' }), 'x')
    assert.equal(region({ AWS_DEFAULT_REGION: 'eu-north-1' }), 'eu-north-1')
    assert.equal(region({ AWS_DEFAULT_REGION: 'b', AWS_REGION: 'eu-south-1' }), 'eu-south-1')
    assert.equal(regionOf({ variables: {}, home: nowhere }), undefined)
  })

  it('takes a role with the keys of another, signed for the region', () =>
    withSts({ knows: { BASE: 'base' } }, async (origin, asked) => {
      const text = `[profile a]
role_arn = arn:aws:iam::1:role/a
source_profile = default
role_session_name = me
external_id = x/1
duration_seconds = 900
region = eu-west-3
`
      const variables = { ...inConfig('a', text), AWS_ENDPOINT_URL_STS: origin }
      assert.equal((await foundIn(variables)).accessKeyId, 'STS1')
      assert.deepEqual(asked, [
        {
          Action: 'AssumeRole',
          Version: '2011-06-15',
          RoleArn: 'arn:aws:iam::1:role/a',
          RoleSessionName: 'me',
          DurationSeconds: '900',
          ExternalId: 'x/1',
          signedBy: 'BASE',
          token: 'base-token',
          region: 'eu-west-3',
        },
      ])
    }))

  it('takes a role with keys of its own, and by way of another role', () =>
    withSts({ knows: { OWN: 'own', STS1: 'sts/secret+1' } }, async (origin, asked) => {
      const text = `[profile a]
role_arn = arn:a
source_profile = b
[profile b]
role_arn = arn:b
source_profile = c
[profile c]
aws_access_key_id = OWN
aws_secret_access_key = own
[profile d]
role_arn = arn:d
source_profile = d
aws_access_key_id = OWN
aws_secret_access_key = own
`
      const variables = { ...inConfig('a', text), AWS_ENDPOINT_URL_STS: origin }
      await foundIn(variables)
      await foundIn({ ...variables, AWS_PROFILE: 'd' })
      assert.deepEqual(
        asked.map(({ RoleArn, signedBy }) => [RoleArn, signedBy]),
        [
          ['arn:b', 'OWN'],
          ['arn:a', 'STS1'],
          ['arn:d', 'OWN'],
        ],
      )
    }))

  it('takes a role with the keys in the variables, of the machine or of the container', () =>
    withSts({ knows: { ID: 'secret', MACHINE: 'secret', POD: 'secret' } }, (origin, asked) =>
      served(
        (request) =>
          request.url === '/creds'
            ? [200, role('POD', 60)]
            : machine(() => role('MACHINE', 60))(request),
        async (metadata) => {
          const more = { AWS_ENDPOINT_URL_STS: origin }
          await foundIn({ ...from('Environment'), ...more, ...keys })
          await foundIn({
            ...from('Ec2InstanceMetadata'),
            ...more,
            AWS_EC2_METADATA_DISABLED: undefined,
            AWS_EC2_METADATA_SERVICE_ENDPOINT: metadata,
          })
          await foundIn({
            ...from('EcsContainer'),
            ...more,
            AWS_CONTAINER_CREDENTIALS_FULL_URI: `${metadata}/creds`,
          })
          assert.deepEqual(
            asked.map(({ signedBy }) => signedBy),
            ['ID', 'MACHINE', 'POD'],
          )
          await assert.rejects(foundIn({ ...from('EcsContainer'), ...more }), {
            message: /profile "a" has credential_source = EcsContainer, which has none/,
          })
          await assert.rejects(foundIn({ ...from('Elsewhere'), ...more }), {
            message: /must be Environment, Ec2InstanceMetadata, EcsContainer/,
          })
        },
      ),
    ))

  it('takes a role with the token in a file', () =>
    withSts({}, async (origin, asked) => {
      const text = `[profile a]\nrole_arn = arn:a\nweb_identity_token_file = ${fileWith('token')}\n`
      await foundIn({ ...inConfig('a', text), AWS_ENDPOINT_URL: origin })
      assert.equal(asked[0]?.['WebIdentityToken'], 'token')
    }))

  it('runs a program that writes credentials', async () => {
    const out = {
      Version: 1,
      AccessKeyId: 'PROGRAM',
      SecretAccessKey: 'secret',
      SessionToken: 'token',
      Expiration: '2126-01-01T00:00:00Z',
    }
    const command = `printf '%s' '${JSON.stringify(out)}' | cat`
    const found = await running(command)
    assert.deepEqual(found, {
      accessKeyId: 'PROGRAM',
      secretAccessKey: 'secret',
      sessionToken: 'token',
      expiration: new Date('2126-01-01T00:00:00Z'),
    })
  })

  it('tells of a program that fails, and what it wrote only to the log', async () => {
    await assert.rejects(running('echo "no card" >&2 && exit 3'), (error: Error) => {
      assert.equal(error.message, 'The credential_process of the profile "a" failed with 3.')
      return /no card/.test(String(error.cause))
    })
    await assert.rejects(running('echo hush'), (error: Error) => {
      assert.match(error.message, /credential_process of the profile "a" wrote is no JSON/)
      return !/hush/.test(error.message)
    })
    await assert.rejects(running("echo '{}'"), { message: /no AccessKeyId/ })
  })

  for (const text of ['sso_session = work', 'sso_start_url = https://x', 'login_session = x']) {
    it(`with ${text.split(' ')[0]} says what to do instead`, () =>
      assert.rejects(foundIn(inConfig('a', `[profile a]\n${text}\n`)), {
        message: /profile "a".*SSO.*aws configure export-credentials --profile a --format process/,
      }))
  }

  const wrong: [string, RegExp][] = [
    ['role_arn = arn:a', /needs one of source_profile, credential_source/],
    ['role_arn = arn:a\nsource_profile = b\ncredential_source = Environment', /needs one of/],
    ['role_arn = arn:a\nsource_profile = b', /"b", source_profile of "a", has no credentials/],
    ['role_arn = arn:a\nsource_profile = a', /"a" is its own source_profile/],
    ['role_arn = arn:a\nsource_profile = default\nmfa_serial = 1', /mfa_serial/],
    [
      'role_arn = arn:a\nweb_identity_token_file = /no/such',
      /web_identity_token_file in the profile "a".*ENOENT/,
    ],
    ['aws_access_key_id = A', /"a" has no aws_secret_access_key/],
    ['region = eu-west-1', /"a" has neither keys nor role_arn nor credential_process/],
  ]
  for (const [text, message] of wrong) {
    it(`is refused with ${text.replaceAll('\n', ', ')}`, () =>
      assert.rejects(foundIn(inConfig('a', `[profile a]\n${text}\n`)), {
        code: 'unavailable',
        message,
      }))
  }
})

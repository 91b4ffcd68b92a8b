import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, it } from 'node:test'
import { cwd, folderWith, load, loadFile, refused } from '../../test/fixtures/config-folder.ts'
import { shapeConfig } from './config.ts'
import { settingKeys, settings } from './settings.ts'
import type { Config } from './config.ts'

describe('the defaults', () => {
  it('are taken where nothing is given', () => {
    const expected: Config = {
      port: 3200,
      host: '127.0.0.1',
      auth: 'none',
      url: null,
      data: join(cwd, 'data'),
      database: null,
      connections: 10,
      eventReaders: 4000,
      files: null,
      storage: null,
      dotfiles: null,
      portableNames: false,
      trashDays: 30,
      lazyAbove: 1000,
      allowCycles: false,
      batchPath: 'batch',
      base: '',
      cors: [],
      empty: false,
      noPage: false,
      logLevel: 'info',
      drain: 0,
      maxWorkspaces: 1000,
      trustProxy: [],
      accel: null,
      authHeader: null,
      groupsHeader: null,
      jwtIssuer: null,
      jwtAudience: null,
      jwtJwks: null,
      oidcIssuer: null,
      oidcClientId: null,
      oidcClientSecret: null,
      oidcName: 'single sign-on',
      oidcOwners: null,
      groupsClaim: null,
      smtp: null,
      mailFrom: null,
      tlsCert: null,
      tlsKey: null,
      maxTables: 1000,
      maxTasks: 1_000_000,
      planMemory: 268_435_456,
      quota: null,
      historyDays: 0,
      historySize: 0,
      versions: 20,
      versionsDays: 365,
      versionsSize: null,
      rateReads: null,
      rateWrites: null,
      clientUploads: 32,
      limits: {
        body: 1_048_576,
        depth: 64,
        changes: 10_000,
        upload: 1_099_511_627_776,
        batch: 10_000,
      },
    }

    assert.deepEqual(load(), expected)
  })

  it('are allowed values themselves', () => {
    for (const key of settingKeys) {
      const { schema, default: value } = settings[key]
      assert.deepEqual(schema.parse(value), value, key)
    }
  })

  it('are the same for a program that gives no options', () => {
    assert.deepEqual(shapeConfig({}), { ...load(), data: resolve('data') })
  })
})

const accounts = ['--auth=accounts']
const beside = {
  mail: [...accounts, '--url=https://a.test'],
  proxy: [...accounts, '--trust-proxy=::1'],
  jwt: [...accounts, '--jwt-issuer=https://i.test'],
  oidc: [...accounts, '--oidc-issuer=https://i.test', '--oidc-client-id=app'],
}

/** A text is read as it is. */
function sample(text: string, read: (config: Config) => unknown, besides: string[] = []) {
  return { text: [text], json: text, read, is: text, beside: besides }
}

describe('every setting', () => {
  const samples: Record<
    string,
    {
      text: string[]
      json: unknown
      read: (config: Config) => unknown
      is: unknown
      /** What it means nothing without. */
      beside?: string[]
    }
  > = {
    port: { text: ['0'], json: 0, read: (c) => c.port, is: 0 },
    host: { text: ['::1'], json: '::1', read: (c) => c.host, is: '::1' },
    auth: { text: ['accounts'], json: 'accounts', read: (c) => c.auth, is: 'accounts' },
    url: {
      text: ['https://a.test'],
      json: 'https://a.test',
      read: (c) => c.url,
      is: 'https://a.test',
    },
    data: { text: ['/d'], json: '/d', read: (c) => c.data, is: '/d' },
    database: {
      text: ['postgres://a@b/c'],
      json: 'postgres://a@b/c',
      read: (c) => c.database,
      is: 'postgres://a@b/c',
    },
    connections: { text: ['5'], json: 5, read: (c) => c.connections, is: 5 },
    eventReaders: { text: ['6'], json: 6, read: (c) => c.eventReaders, is: 6 },
    files: { text: ['/f'], json: '/f', read: (c) => c.files, is: '/f' },
    storage: {
      text: ['s3://abc/d'],
      json: 's3://abc/d',
      read: (c) => c.storage,
      is: 's3://abc/d',
    },
    dotfiles: { text: ['hide'], json: 'hide', read: (c) => c.dotfiles, is: 'hide' },
    portableNames: { text: [], json: true, read: (c) => c.portableNames, is: true },
    trashDays: { text: ['8'], json: 8, read: (c) => c.trashDays, is: 8 },
    lazyAbove: { text: ['5'], json: 5, read: (c) => c.lazyAbove, is: 5 },
    allowCycles: { text: [], json: true, read: (c) => c.allowCycles, is: true },
    batchPath: { text: ['many'], json: 'many', read: (c) => c.batchPath, is: 'many' },
    base: { text: ['/b'], json: '/b', read: (c) => c.base, is: '/b' },
    cors: {
      text: ['http://a.test', '*'],
      json: ['http://a.test', '*'],
      read: (c) => c.cors,
      is: ['http://a.test', '*'],
    },
    empty: { text: [], json: true, read: (c) => c.empty, is: true },
    noPage: { text: [], json: true, read: (c) => c.noPage, is: true },
    logLevel: { text: ['silent'], json: 'silent', read: (c) => c.logLevel, is: 'silent' },
    drain: { text: ['7'], json: 7, read: (c) => c.drain, is: 7 },
    bodyLimit: { text: ['1'], json: 1, read: (c) => c.limits.body, is: 1 },
    depthLimit: { text: ['2'], json: 2, read: (c) => c.limits.depth, is: 2 },
    changesLimit: { text: ['3'], json: 3, read: (c) => c.limits.changes, is: 3 },
    uploadLimit: { text: ['4'], json: 4, read: (c) => c.limits.upload, is: 4 },
    batchLimit: { text: ['6'], json: 6, read: (c) => c.limits.batch, is: 6 },
    maxWorkspaces: { text: ['7'], json: 7, read: (c) => c.maxWorkspaces, is: 7 },
    maxTables: { text: ['8'], json: 8, read: (c) => c.maxTables, is: 8 },
    maxTasks: { text: ['9'], json: 9, read: (c) => c.maxTasks, is: 9 },
    planMemory: { text: ['0'], json: 0, read: (c) => c.planMemory, is: 0 },
    quota: { text: ['8'], json: 8, read: (c) => c.quota, is: 8 },
    historyDays: { text: ['30'], json: 30, read: (c) => c.historyDays, is: 30 },
    historySize: { text: ['40'], json: 40, read: (c) => c.historySize, is: 40 },
    versions: { text: ['7'], json: 7, read: (c) => c.versions, is: 7 },
    versionsDays: { text: ['6'], json: 6, read: (c) => c.versionsDays, is: 6 },
    versionsSize: { text: ['5'], json: 5, read: (c) => c.versionsSize, is: 5 },
    rateReads: { text: ['9'], json: 9, read: (c) => c.rateReads, is: 9 },
    rateWrites: { text: ['0'], json: 0, read: (c) => c.rateWrites, is: 0 },
    clientUploads: { text: ['3'], json: 3, read: (c) => c.clientUploads, is: 3 },
    trustProxy: {
      text: ['10.0.0.0/8', '::1'],
      json: ['10.0.0.0/8', '::1'],
      read: (c) => c.trustProxy,
      is: ['10.0.0.0/8', '::1'],
    },
    accel: sample('/_disk', (c) => c.accel, ['--trust-proxy=::1']),
    authHeader: sample('X-User', (c) => c.authHeader, beside.proxy),
    groupsHeader: sample('X-Groups', (c) => c.groupsHeader, [
      ...beside.proxy,
      '--auth-header=X-User',
    ]),
    jwtIssuer: sample('https://i.test/a', (c) => c.jwtIssuer, [...accounts, '--jwt-audience=a']),
    jwtAudience: sample('app', (c) => c.jwtAudience, beside.jwt),
    jwtJwks: sample('http://127.0.0.1:5/k', (c) => c.jwtJwks, [
      ...beside.jwt,
      '--jwt-audience=app',
    ]),
    oidcIssuer: sample('https://i.test/a', (c) => c.oidcIssuer, [
      ...accounts,
      '--oidc-client-id=a',
    ]),
    oidcClientId: sample('app', (c) => c.oidcClientId, [
      ...accounts,
      '--oidc-issuer=https://i.test',
    ]),
    oidcClientSecret: sample('s', (c) => c.oidcClientSecret, beside.oidc),
    oidcName: sample('Keycloak', (c) => c.oidcName),
    oidcOwners: sample('admins', (c) => c.oidcOwners, beside.oidc),
    groupsClaim: sample('roles', (c) => c.groupsClaim),
    smtp: sample('smtp://post:word@mail.test:587', (c) => c.smtp, [
      ...beside.mail,
      '--mail-from=a@b.test',
    ]),
    mailFrom: sample('T <a@b.test>', (c) => c.mailFrom, [
      ...beside.mail,
      '--smtp=smtp://mail.test',
    ]),
    tlsCert: sample('/c.pem', (c) => c.tlsCert, ['--tls-key=/k.pem']),
    tlsKey: sample('/k.pem', (c) => c.tlsKey, ['--tls-cert=/c.pem']),
  }

  it('has a sample here', () => {
    assert.deepEqual([...Object.keys(samples), 'config'], settingKeys)
  })

  for (const key of settingKeys.filter((key) => key !== 'config')) {
    const { flag, variable, fileKey } = settings[key]

    it(`${key} is read from ${flag}, ${variable} and the config file`, () => {
      const { text, json, read, is, beside = [] } = samples[key]!

      assert.deepEqual(read(load([...beside, flag, ...text])), is)
      assert.deepEqual(read(load(beside, { [variable]: text.join(',') || 'true' })), is)
      assert.deepEqual(read(loadFile({ [fileKey!]: json }, beside)), is)
    })
  }
})

describe('precedence', () => {
  const file = { port: 1, host: '127.0.0.1', base: '/file' }
  const env = { TRIPTYCH_PORT: '2', TRIPTYCH_HOST: '127.0.0.2' }

  it('puts flags over variables over the file, key by key', () => {
    const { port, host, base } = loadFile(file, ['--port', '3'], env)

    assert.deepEqual({ port, host, base }, { port: 3, host: '127.0.0.2', base: '/file' })
  })

  it('lets a flag turn off what the file turns on', () => {
    assert.equal(loadFile({ empty: true }, ['--empty=false']).empty, false)
  })

  it('replaces a list, it does not add to it', () => {
    const { cors } = loadFile({ cors: ['http://a.test'] }, ['--cors', 'http://b.test'])

    assert.deepEqual(cors, ['http://b.test'])
  })

  it('checks a value even where another one wins over it', () => {
    refused(() => load(['--port', '1'], { TRIPTYCH_PORT: 'x' }), 'TRIPTYCH_PORT')
    refused(() => loadFile({ port: 'x' }, ['--port', '1']), 'port in triptych.config.json')
  })
})

describe('variables', () => {
  it('of other programs are left alone', () => {
    assert.deepEqual(load([], { PATH: '/bin', PORT: '1' }), load())
  })

  it('refuse an unknown one and name it, its value, and the likely one or those there are', () => {
    refused(
      () => load([], { TRIPTYCH_PROT: '80' }),
      "TRIPTYCH_PROT (value '80') is unknown; did you mean TRIPTYCH_PORT?",
    )
    refused(
      () => load([], { TRIPTYCH_ROOT: 'x' }),
      "TRIPTYCH_ROOT (value 'x') is unknown; allowed are TRIPTYCH_PORT, TRIPTYCH_HOST, ",
    )
  })

  it('count when they are empty', () => {
    assert.equal(loadFile({ base: '/x' }, [], { TRIPTYCH_BASE: '' }).base, '')
    assert.deepEqual(loadFile({ cors: ['*'] }, [], { TRIPTYCH_CORS: '' }).cors, [])
    refused(() => load([], { TRIPTYCH_PORT: '' }), 'TRIPTYCH_PORT', "''", '0 to 65535')
  })
})

describe('a bucket for files', () => {
  const bucket = ['--storage', 's3://abc']

  it('goes together with either database', () => {
    assert.equal(load(bucket).storage, 's3://abc')
    const url = 'postgres://a@b/c'
    assert.equal(load([...bucket, '--database', url]).database, url)
    assert.equal(load([...bucket, '--database', url, '--data', ':memory:']).data, ':memory:')
  })

  it('is refused beside a folder, and what is for folders only beside it', () => {
    refused(() => load([...bucket, '--files', 'f']), 'files', 'storage', 'not both')
    refused(() => load([...bucket, '--dotfiles=hide']), 'dotfiles', 'folder')
  })

  it('or a folder is needed where the database stays', () => {
    refused(() => load(['--database', 'postgres://a@b/c', '--data', ':memory:']), 'files', 'stay')
  })

  it('is refused where the database is gone with the server', () => {
    refused(() => load([...bucket, '--data', ':memory:']), 'storage', 'memory')
  })
})

describe('the config file', () => {
  it('can be named by a flag or a variable, and the flag wins', () => {
    const folder = folderWith({ port: 1 }, 'one.json')
    writeFileSync(join(folder, 'two.json'), JSON.stringify({ port: 2 }))
    const env = { TRIPTYCH_CONFIG: 'one.json' }

    assert.equal(load([], env, folder).port, 1)
    assert.equal(load(['--config', 'two.json'], env, folder).port, 2)
  })

  it('takes the place of the default one when it is named', () => {
    const folder = folderWith({ port: 1 })
    writeFileSync(join(folder, 'other.json'), '{}')

    assert.equal(load(['--config', 'other.json'], {}, folder).port, 3200)
  })

  it('may be missing only when nobody named it', () => {
    refused(() => load(['--config', 'none.json']), '--config', 'none.json', 'ENOENT')
    refused(() => load([], { TRIPTYCH_CONFIG: 'none.json' }), 'TRIPTYCH_CONFIG', 'none.json')
    refused(() => load(['--config', '.']), '--config', 'EISDIR')
    refused(() => load(['--config=']), '--config', 'path of a JSON file')
  })

  it('refuses an unknown key and names it, its value, and the likely one or those there are', () => {
    refused(
      () => loadFile({ prot: 80 }),
      'prot in triptych.config.json (value 80) is unknown; did you mean port?',
    )
    refused(() => loadFile({ loglevel: 1 }), 'did you mean logLevel?')
    refused(() => loadFile({ secret: 1 }), 'secret in triptych.config.json', 'port, ', 'logLevel')
    refused(() => loadFile({ config: 'x' }), 'config in triptych.config.json')
    refused(() => loadFile('{"__proto__": 1}'), '__proto__ in triptych.config.json')
    refused(() => loadFile({ 'a\nb': 1 }), 'a b in triptych.config.json')
  })

  it('does not show the password of an address that it refuses', () => {
    for (const [key, address] of [
      ['database', 'mysql://me:hunter2@host/x'],
      ['databse', 'postgres://me:hunter2@host/x'],
      ['oidcIssuer', 'ftp://me:hun/t@er2@host/'],
    ] as const) {
      refused(() => loadFile({ [key]: address }), '://me:…@host')
    }
  })

  it('refuses text where a number or a switch belongs', () => {
    refused(() => loadFile({ port: '80' }), 'port in triptych.config.json', "'80'", '0 to 65535')
    refused(() => loadFile({ empty: 'true' }), 'empty in triptych.config.json', 'true or false')
    refused(() => loadFile({ cors: '*' }), 'cors in triptych.config.json', 'origins')
  })

  it('refuses what is not one JSON object', () => {
    refused(() => loadFile('{"port": 1,\n}'), 'triptych.config.json', 'not valid JSON')
    refused(() => loadFile(''), 'triptych.config.json', 'not valid JSON')
    for (const content of ['[]', 'null', '"x"', '7']) {
      refused(
        () => loadFile(content),
        'triptych.config.json',
        content.replaceAll('"', "'"),
        'JSON object',
      )
    }
  })
})

describe('options of a program', () => {
  it('are filled up with the defaults', () => {
    assert.deepEqual(shapeConfig({ port: 0, data: '/d' }), { ...load(), port: 0, data: '/d' })
  })

  it('are left as they are when they are complete', () => {
    const config = load([
      '--base',
      '/a',
      '--cors',
      'http://a.test',
      '--files',
      'f',
      '--depth-limit',
      '5',
    ])

    assert.deepEqual(shapeConfig(config), config)
  })

  it('are checked like all others and named as options', () => {
    refused(() => shapeConfig({ port: 70_000 }), 'port is 70000', '0 to 65535')
    refused(() => shapeConfig({ host: '0.0.0.0' }), "host '0.0.0.0'", '--auth accounts')
    refused(
      () => shapeConfig({ limits: { body: 0, depth: 64, changes: 1, upload: 9999, batch: 100 } }),
      'limits.body is 0',
      'bytes',
    )
  })

  it('refuse an unknown one and name it, and the likely one or those there are', () => {
    const wrong: object = { prot: 80 }
    refused(() => shapeConfig(wrong), 'prot (value 80) is unknown; did you mean port?')
    refused(() => shapeConfig({ limits: wrong }), 'limits.prot', 'limits.body')
    refused(() => shapeConfig({ bodyLimit: 1 } as Partial<Config>), 'bodyLimit', 'limits.body')
  })
})

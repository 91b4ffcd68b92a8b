import assert from 'node:assert/strict'
import { join, resolve } from 'node:path'
import { describe, it } from 'node:test'
import { cwd, load, loadFile, refused } from '../../test/fixtures/config-folder.ts'
import { shapeConfig } from './config.ts'

describe('a value', () => {
  it('that is a number is refused outside its range and kept at its ends', () => {
    const ranges = {
      '--port': [0, 65_535],
      '--body-limit': [1, 268_435_456],
      '--depth-limit': [1, 1000],
      '--changes-limit': [1, 1_000_000],
    }
    for (const [flag, [least, most]] of Object.entries(ranges)) {
      load([flag, String(least)])
      load([flag, String(most)])
      refused(() => load([flag, String(least! - 1)]), flag, String(least! - 1), String(most))
      refused(() => load([flag, String(most! + 1)]), flag, String(most! + 1), String(most))
    }
  })

  it('that is no whole number is refused where one is needed', () => {
    for (const text of ['abc', '1.5', '0x10', '1e3', ' 80', '-1', '', '9'.repeat(30)]) {
      refused(() => load([`--port=${text}`]), '--port', '0 to 65535')
    }
    refused(() => loadFile({ port: 1.5 }), '1.5')
  })

  it('that is no switch is refused where one is needed', () => {
    refused(() => load(['--empty=yes']), '--empty', "'yes'", 'true or false')
    refused(() => load([], { TRIPTYCH_EMPTY: '1' }), 'TRIPTYCH_EMPTY', "'1'", 'true or false')
  })

  it('that is no log level is refused and the levels are named', () => {
    refused(
      () => load(['--log-level', 'loud']),
      '--log-level',
      'loud',
      'debug, info, warn, error or silent',
    )
  })

  it('that is a host is refused without accounts unless only this machine can reach it', () => {
    for (const host of ['127.0.0.1', '127.255.255.254', '::1', 'localhost']) {
      assert.equal(load(['--host', host]).host, host)
    }
    for (const host of ['0.0.0.0', '::', '192.168.1.5', 'example.com', '127.0.0.1.example.com']) {
      refused(() => load([`--host=${host}`]), `host '${host}'`, 'add --auth accounts', '127.0.0.1')
      assert.equal(load([`--host=${host}`, '--auth=accounts']).host, host)
    }
  })

  it('that is no host is refused', () => {
    for (const host of ['', '127.1', 'a b', 'http://a', 'a:80', '-a', 'a.']) {
      refused(() => load([`--host=${host}`, '--auth=accounts']), '--host', `'${host}'`, '0.0.0.0')
    }
  })

  it('that is the address of the page loses its last slash, and is nothing but an address', () => {
    const forms = {
      'https://a.test': 'https://a.test',
      'https://A.test:443/': 'https://a.test',
      'http://a.test:8080/plan/': 'http://a.test:8080/plan',
    }
    for (const [url, read] of Object.entries(forms)) assert.equal(load(['--url', url]).url, read)
    for (const url of [
      'a.test',
      'ftp://a.test',
      'https://',
      'https://a.test/?b',
      'https://u:p@a.test',
    ]) {
      refused(() => load([`--url=${url}`]), '--url', 'https://')
    }
  })

  it('that is a base path loses needless slashes', () => {
    const forms = {
      '': '',
      '/': '',
      '//': '',
      '/a': '/a',
      '/a/': '/a',
      '//a///b//': '/a/b',
      '/a.b_c~d-1': '/a.b_c~d-1',
    }
    for (const [written, base] of Object.entries(forms)) {
      assert.equal(load([`--base=${written}`]).base, base, written)
    }
  })

  it('that is no base path is refused', () => {
    for (const base of [
      'a',
      'a/',
      '/a b',
      '/a?b',
      '/a#b',
      '/..',
      '/a/../b',
      '/.',
      '/%2e',
      '/ü',
      'http://x/',
    ]) {
      refused(() => load([`--base=${base}`]), '--base', `'${base}'`, 'begins with /')
    }
  })

  it('that is an origin becomes what browsers send', () => {
    const forms = {
      '*': '*',
      'https://app.example.com': 'https://app.example.com',
      'HTTP://App.Example.com:80': 'http://app.example.com',
      'https://a.test:8443': 'https://a.test:8443',
      'http://[::1]:3000': 'http://[::1]:3000',
      'Capacitor://localhost': 'capacitor://localhost',
    }
    for (const [written, origin] of Object.entries(forms)) {
      assert.deepEqual(load(['--cors', written]).cors, [origin])
    }
  })

  it('that is no origin is refused, and of a list the wrong one is named', () => {
    for (const origin of [
      'a.test',
      'http://',
      'http://a.test/',
      'http://a.test/x',
      'http://u@a.test',
      'http://a.test:99999',
      'null',
      'http://*.a.test',
      'http://a.test?b',
    ]) {
      refused(
        () => load(['--cors', 'http://good.test', origin]),
        `--cors is '${origin}', but`,
        'origins',
      )
    }
  })

  it('that is a path is taken from the current folder', () => {
    const { data, files } = load(['--data', 'd', '--files', '../f'])

    assert.deepEqual({ data, files }, { data: join(cwd, 'd'), files: resolve(cwd, '../f') })
  })

  it('that is :memory: is taken for no path', () => {
    assert.equal(load(['--data', ':memory:']).data, ':memory:')
    assert.equal(shapeConfig({ data: ':memory:' }).data, ':memory:')
  })

  it('that is no path is refused', () => {
    refused(() => load(['--data=']), '--data', 'path of a folder')
    refused(() => load(['']), 'FOLDER', 'path of a folder')
    refused(() => loadFile({ data: 'a\0b' }), 'data in triptych.config.json', 'path of a folder')
    refused(() => loadFile({ data: null }), 'data in triptych.config.json', 'path of a folder')
  })

  it('is cut short in the message when it is long', () => {
    assert.throws(
      () => load(['--port', 'x'.repeat(10_000)]),
      ({ message }: Error) => message.length < 300,
    )
  })
})

function issuer(url: string): string | null {
  return load(['--auth=accounts', '--jwt-audience=a', `--jwt-issuer=${url}`]).jwtIssuer
}

function keepsSecret(work: () => unknown): void {
  assert.throws(work, (error: Error) => !error.message.includes('hush'))
}

describe('a way in', () => {
  it('is refused by halves', () => {
    const accounts = '--auth=accounts'
    const jwt = '--jwt-issuer=https://i.test'
    refused(() => load([accounts, jwt]), 'jwtIssuer', 'jwtAudience')
    refused(() => load([accounts, '--jwt-audience=a']), 'jwtAudience', 'jwtIssuer')
    refused(() => load([accounts, '--oidc-issuer=https://i.test']), 'oidcClientId')
    refused(() => load([accounts, '--oidc-client-secret=hush']), 'oidcClientSecret')
    refused(() => load([accounts, '--auth-header=X-User']), 'authHeader', 'trustProxy')
    refused(() => load(['--groups-header=X-Groups']), 'groupsHeader', 'authHeader')
    refused(() => load(['--tls-cert=a.pem']), 'tlsCert', 'tlsKey')
    refused(() => load(['--tls-key=a.pem']), 'tlsKey', 'tlsCert')
  })

  it('is refused where there are no accounts', () => {
    refused(() => load(['--jwt-issuer=https://i.test', '--jwt-audience=a']), 'jwtIssuer', 'auth')
    refused(() => load(['--trust-proxy=::1', '--auth-header=X-User']), 'authHeader', 'auth')
  })

  it('trusts addresses and networks, and nothing else', () => {
    for (const text of ['10.0.0.0/8', '127.0.0.1', '::1', 'fd00::/8', '0.0.0.0/0']) {
      assert.deepEqual(load(['--trust-proxy', text]).trustProxy, [text])
    }
    const wrong = ['localhost', '10.0.0.0/33', '10.0.0.0/', '10.0.0/8', '::/129', '1.1.1.1/8/8']
    for (const text of [...wrong, '10.0.0.0/-1', 'fe80::1%eth0', '*']) {
      refused(() => load([`--trust-proxy=${text}`]), '--trust-proxy', text)
    }
  })

  it('asks a provider by https, or on this machine', () => {
    for (const url of ['https://i.test/realms/a', 'http://localhost:8080/', 'http://[::1]:80/a']) {
      assert.equal(issuer(url), url)
    }
    const wrong = ['http://i.test', 'ftp://i.test', 'https://', 'https://a:b@i.test', 'i.test']
    for (const url of [...wrong, 'http://127.0.0.1.evil.test', 'https://i.test/#a']) {
      refused(() => issuer(url), '--jwt-issuer')
    }
  })

  it('never has its secret told', () => {
    keepsSecret(() => load(['--oidc-client-secret', `hush${'x'.repeat(1000)}`]))
    keepsSecret(() => load([], { TRIPTYCH_OIDC_CLIENT_SECRT: 'hush' }))
    keepsSecret(() => load(['--oidc-client-secrt=hush']))
    keepsSecret(() => loadFile({ oidcClientSecret: ['hush'] }))
  })
})

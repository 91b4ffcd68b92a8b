import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseS3Address, publicOrigin, targetOf } from './address.ts'

describe('the address of a bucket', () => {
  it('needs no more than a name at Amazon', () => {
    const address = parseS3Address('s3://films')
    assert.deepEqual(
      { ...address, endpoint: address.endpoint.href },
      {
        endpoint: 'https://s3.us-east-1.amazonaws.com/',
        bucket: 'films',
        prefix: '',
        region: 'us-east-1',
        addressing: 'host',
        public: null,
      },
    )
  })

  it('takes a prefix with or without slashes around it', () => {
    for (const path of ['a/b%20c', 'a/b c/', '/a//b%20c//']) {
      assert.equal(parseS3Address(`s3://films/${path}`).prefix, 'a/b c/')
    }
  })

  it('may have another endpoint for browsers', () => {
    const url = 's3://films?endpoint=http://store:9000&public=https://files.example.com'
    assert.equal(parseS3Address(url).public?.href, 'https://files.example.com/')
    assert.throws(() => parseS3Address('s3://films?public=files.example.com'), /endpoint/)
    assert.equal(publicOrigin(url), 'https://files.example.com')
    assert.equal(publicOrigin(`${url}&addressing=host`), 'https://films.files.example.com')
    assert.equal(publicOrigin('s3://films'), null)
  })

  it('takes the region of the environment, and prefers its own', () => {
    assert.equal(parseS3Address('s3://films', 'eu-west-1').region, 'eu-west-1')
    const own = parseS3Address('s3://films?region=eu-north-1', 'eu-west-1')
    assert.equal(own.region, 'eu-north-1')
    assert.equal(own.endpoint.host, 's3.eu-north-1.amazonaws.com')
  })

  it('puts the bucket into the path at other stores, unless told otherwise', () => {
    const endpoint = 'endpoint=http://localhost:9000/base'
    const path = parseS3Address(`s3://films?${endpoint}`)
    const host = parseS3Address(`s3://films?${endpoint}&addressing=host`)

    assert.deepEqual(targetOf(path, 'a/b'), { host: 'localhost:9000', path: '/base/films/a/b' })
    assert.deepEqual(targetOf(path, ''), { host: 'localhost:9000', path: '/base/films' })
    assert.deepEqual(targetOf(host, 'a/b'), { host: 'films.localhost:9000', path: '/base/a/b' })
    assert.deepEqual(targetOf(host, ''), { host: 'films.localhost:9000', path: '/base/' })
  })

  it('puts a bucket with dots into the path at Amazon, where its certificate holds', () => {
    assert.equal(parseS3Address('s3://films.example.org').addressing, 'path')
  })

  it('encodes keys so that nothing of them is lost or understood', () => {
    const address = parseS3Address('s3://films')
    assert.equal(
      targetOf(address, "a/../ß+ %2F?#!'()*~").path,
      '/a/../%C3%9F%2B%20%252F%3F%23%21%27%28%29%2A~',
    )
  })

  for (const [text, problem] of [
    ['films', /no address/],
    ['https://films', /begins with s3/],
    ['s3://', /no address|name of a bucket/],
    ['s3://Fi_lms', /name of a bucket/],
    ['s3://films:80/', /name of a bucket/],
    ['s3://key:secret@films', /name of a bucket/],
    ['s3://films?part=1', /no parameter "part"/],
    ['s3://films?addressing=dns', /path or host/],
    ['s3://films?endpoint=ftp://x', /http/],
    ['s3://films?endpoint=localhost', /http/],
    ['s3://films?endpoint=http://key:secret@x', /neither credentials/],
  ] as const) {
    it(`refuses ${text}`, () => {
      assert.throws(() => parseS3Address(text), problem)
    })
  }

  it('does not repeat secrets that were put into it', () => {
    for (const text of ['s3://key:hush@films', 's3://films?endpoint=http://key:hush@x']) {
      assert.throws(
        () => parseS3Address(text),
        (error: Error) => !error.message.includes('hush'),
      )
    }
  })
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  amzDate,
  authorization,
  queryString,
  sha256,
  signedQuery,
  unsignedBody,
} from './signature.ts'
import type { SignedRequest } from './signature.ts'

interface Vector {
  what: string
  request: Partial<SignedRequest> & { headers: Record<string, string> }
  signature: string
}

function signatureOf(request: Vector['request'], secretKey: string, service: string): string {
  const whole = { method: 'GET', path: '/', query: {}, bodyHash: sha256(''), ...request }
  const keys = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: secretKey }
  return authorization(whole, keys, { region: 'us-east-1', service }).replace(/^.*Signature=/, '')
}

/** https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html */
describe("Amazon's examples for S3", () => {
  const host = 'examplebucket.s3.amazonaws.com'
  const text = 'Welcome to Amazon S3.'
  const common = { host, 'x-amz-date': '20130524T000000Z', 'x-amz-content-sha256': sha256('') }
  const vectors: Vector[] = [
    {
      what: 'reading a range',
      request: { path: '/test.txt', headers: { ...common, range: 'bytes=0-9' } },
      signature: 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    },
    {
      what: 'writing under a name with a dollar sign',
      request: {
        method: 'PUT',
        path: '/test%24file.text',
        headers: {
          ...common,
          date: 'Fri, 24 May 2013 00:00:00 GMT',
          'x-amz-storage-class': 'REDUCED_REDUNDANCY',
          'x-amz-content-sha256': sha256(text),
        },
        bodyHash: sha256(text),
      },
      signature: '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
    },
    {
      what: 'a parameter without a value',
      request: { query: { lifecycle: '' }, headers: common },
      signature: 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
    },
    {
      what: 'a listing',
      request: { query: { prefix: 'J', 'max-keys': '2' }, headers: common },
      signature: '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
    },
  ]
  for (const { what, request, signature } of vectors) {
    it(`has the published signature for ${what}`, () => {
      const secret = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY'
      assert.equal(signatureOf(request, secret, 's3'), signature)
    })
  }
})

/** https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-query-string-auth.html */
describe("Amazon's example of a signed address", () => {
  it('has the published signature', () => {
    const target = {
      method: 'GET',
      path: '/test.txt',
      query: {},
      headers: { host: 'examplebucket.s3.amazonaws.com' },
      bodyHash: unsignedBody,
    }
    const keys = {
      accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
      secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    }
    const lasting = { at: new Date('2013-05-24T00:00:00Z'), seconds: 86_400 }

    const query = signedQuery(target, keys, { region: 'us-east-1', service: 's3' }, lasting)

    assert.deepEqual(query.split('&'), [
      'X-Amz-Algorithm=AWS4-HMAC-SHA256',
      'X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20130524%2Fus-east-1%2Fs3%2Faws4_request',
      'X-Amz-Date=20130524T000000Z',
      'X-Amz-Expires=86400',
      'X-Amz-SignedHeaders=host',
      'X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404',
    ])
  })
})

/** The suite that Amazon publishes for those who sign by themselves, as far as S3 can have such requests. */
describe("Amazon's test suite", () => {
  const common = { host: 'example.amazonaws.com', 'x-amz-date': '20150830T123600Z' }
  const unreserved = '-._~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
  const token =
    'AQoDYXdzEPT//////////wEXAMPLEtc764bNrC9SAPBSM22wDOk4x4HIZ8j4FZTwdQWLWsKWHGBuFqwAeMicRXmxfpSP' +
    'fIeoIYRqTflfKD8YUuwthAx7mSEI/qkPpKPi/kMcGdQrmGdeehM4IC1NtBmUpp2wUE8phUZampKsburEDy0KPkyQDYwT' +
    '7WZ0wq5VSXDvp75YU9HFvlRd8Tx6q6fE8YQcHNVXAkiY9q6d+xo0rKwT38xVqr7ZD0u0iPPkUL64lIZbqBAz+scqKmlz' +
    'm8FDrypNC9Yjc8fPOLn9FX9KSYvKTr4rvx3iSIlTJabIQwj2ICCR/oLxBA=='
  const vectors: Vector[] = [
    {
      what: 'get-vanilla',
      request: { headers: common },
      signature: '5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31',
    },
    {
      what: 'get-vanilla-query-order-key-case',
      request: { query: { Param2: 'value2', Param1: 'value1' }, headers: common },
      signature: 'b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500',
    },
    {
      what: 'get-vanilla-query-unreserved',
      request: { query: { [unreserved]: unreserved }, headers: common },
      signature: '9c3e54bfcdf0b19771a7f523ee5669cdf59bc7cc0884027167c21bb143a40197',
    },
    {
      what: 'get-vanilla-utf8-query',
      request: { query: { ሴ: 'bar' }, headers: common },
      signature: '2cdec8eed098649ff3a119c94853b13c643bcf08f8b0a1d91e12c9027818dd04',
    },
    {
      what: 'get-unreserved',
      request: { path: `/${unreserved}`, headers: common },
      signature: '07ef7494c76fa4850883e2b006601f940f8a34d404d0cfa977f52a65bbf5f24f',
    },
    {
      what: 'get-utf8',
      request: { path: '/%E1%88%B4', headers: common },
      signature: '8318018e0b0f223aa2bbf98705b62bb787dc9c0e678f255a891fd03141be5d85',
    },
    {
      what: 'get-header-value-trim',
      request: { headers: { ...common, 'my-header1': ' value1', 'my-header2': ' "a   b   c"' } },
      signature: 'acc3ed3afb60bb290fc8d2dd0098b9911fcaa05412b367055dee359757a9c736',
    },
    {
      what: 'post-vanilla',
      request: { method: 'POST', headers: common },
      signature: '5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b',
    },
    {
      what: 'post-sts-header-before',
      request: { method: 'POST', headers: { ...common, 'x-amz-security-token': token } },
      signature: '85d96828115b5dc0cfc3bd16ad9e210dd772bbebba041836c64533a82be05ead',
    },
  ]
  for (const { what, request, signature } of vectors) {
    it(`has the published signature for ${what}`, () => {
      const secret = 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY'
      assert.equal(signatureOf(request, secret, 'service'), signature)
    })
  }
})

describe('the spelling of a request', () => {
  it('sorts the parameters, and encodes all but letters, digits and four signs', () => {
    const query = { b: '1', a: "!'()* /+&=", B: '~-._' }
    assert.equal(queryString(query), 'B=~-._&a=%21%27%28%29%2A%20%2F%2B%26%3D&b=1')
  })

  it('writes the time without signs and fractions', () => {
    assert.equal(amzDate(new Date('2013-05-24T01:02:03.456Z')), '20130524T010203Z')
  })
})

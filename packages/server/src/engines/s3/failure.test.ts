import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isPassing, S3Failure, S3Mismatch, S3Timeout } from './failure.ts'

const lost = (code: string) => Object.assign(new Error(code), { code })

describe('what is worth another attempt', () => {
  for (const [what, error] of Object.entries({
    'a store that is too busy': new S3Failure(503, 'SlowDown'),
    'a store that says no more than a status': new S3Failure(502, ''),
    'too many requests': new S3Failure(429, 'TooManyRequests'),
    'bytes that were damaged on their way': new S3Failure(400, 'XAmzContentSHA256Mismatch'),
    'a write at the same time': new S3Failure(409, 'ConditionalRequestConflict'),
    'credentials that have ended': new S3Failure(400, 'ExpiredToken'),
    'a connection that broke': lost('ECONNRESET'),
    'a name that cannot be looked up now': lost('EAI_AGAIN'),
    'an answer that is no HTTP': lost('HPE_INVALID_CONSTANT'),
    silence: new S3Timeout('silent'),
  })) {
    it(`is ${what}`, () => assert.ok(isPassing(error)))
  }

  for (const [what, error] of Object.entries({
    'a missing key': new S3Failure(404, 'NoSuchKey'),
    'a missing bucket': new S3Failure(404, 'NoSuchBucket'),
    'an object that is too large': new S3Failure(400, 'EntityTooLarge'),
    'a refusal': new S3Failure(403, 'AccessDenied'),
    'a key that is taken': new S3Failure(412, 'PreconditionFailed'),
    'what the store cannot do': new S3Failure(501, 'NotImplemented'),
    'other bytes': new S3Mismatch('other'),
    'what was given up': lost('ABORT_ERR'),
    'a mistake of ours': lost('ERR_INVALID_ARG_TYPE'),
    'just any error': new Error('any'),
  })) {
    it(`is not ${what}`, () => assert.ok(!isPassing(error)))
  }
})

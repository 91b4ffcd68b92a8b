import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createTriptych } from '../../src/index.ts'
import { newFolder } from '../fixtures/run-program.ts'
import { newBucket, noS3 } from '../fixtures/s3-server.ts'

it(
  'a program that starts a server gives it keys of its own for the bucket',
  { skip: noS3 },
  async () => {
    const { url, keys } = await newBucket()
    // Others would be looked for there.
    process.env['AWS_ACCESS_KEY_ID'] = 'NOBODY'
    let isGood = true
    const given = { storage: url, data: newFolder(), empty: true }
    const credentials = async () => ({
      accessKeyId: isGood ? keys.accessKey : 'NOBODY',
      secretAccessKey: keys.secretKey,
    })

    const triptych = await createTriptych({ ...given, credentials })
    const form = new FormData()
    form.set('file', new File(['of mine'], 'mine.txt'))
    const uploaded = await triptych.fetch(
      new Request('http://localhost/upload?id=/', { method: 'POST', body: form }),
    )
    const read = await triptych.fetch(new Request('http://localhost/direct?id=/mine.txt'))

    assert.equal(uploaded.status, 200)
    assert.equal(await read.text(), 'of mine')
    await triptych.close()
    isGood = false
    const refused = createTriptych({ ...given, credentials })
    await assert.rejects(refused, { message: /does not know the access key/ })
  },
)

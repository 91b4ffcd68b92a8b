import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { TestContext } from 'node:test'
import { allowPages, publicUrl } from '../../../packages/server/test/fixtures/direct-upload.ts'
import { newBucket, noS3 } from '../../../packages/server/test/fixtures/s3-server.ts'
import type { TestBucket } from '../../../packages/server/test/fixtures/s3-server.ts'
import { cannotBrowse, openSite } from './browser.ts'
import type { Site } from './browser.ts'
import { name } from './files-page.ts'
import { startPageServer } from './page-server.ts'
import { screenshot } from './screenshot.ts'

const buffer = Buffer.alloc(20 * 1024 * 1024, 'what is in a film ')

describe('the page, where the bucket is for browsers', { skip: cannotBrowse || noS3 }, () => {
  let bucket: TestBucket
  let site: Site

  before(async () => {
    bucket = await newBucket()
    const { accessKey: AWS_ACCESS_KEY_ID, secretKey: AWS_SECRET_ACCESS_KEY } = bucket.keys
    const env = { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY }
    const flags = ['--storage', publicUrl(bucket), '--empty']
    site = await openSite(() => startPageServer(flags, env))
  })
  after(() => site.stop())

  it('sends a large file through the server as long as the bucket refuses', async (t) => {
    const { toBucket, toServer } = await upload(t, 'first.mp4')

    assert.ok(toBucket > 0)
    assert.equal(toServer, 1)
  })

  it('sends it to the bucket when that lets pages in', async (t) => {
    await allowPages(bucket)
    const { toBucket, toServer } = await upload(t, 'second.mp4')

    assert.equal(toBucket, 3)
    assert.equal(toServer, 0)
  })

  /** Somebody chooses a file on the page, and sees it come. Answers what was sent where. */
  async function upload(t: TestContext, file: string) {
    const visit = await site.openPage()
    t.after(() => visit.close())
    const { page } = visit
    visit.allow(new RegExp(bucket.address.endpoint.host))
    const sent = { toBucket: 0, toServer: 0 }
    page.on('request', (request) => {
      const { host, pathname } = new URL(request.url())
      if (host === bucket.address.endpoint.host && request.method() === 'PUT') sent.toBucket++
      if (pathname === '/upload' && request.method() === 'POST') sent.toServer++
    })
    const choosing = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'New', exact: true }).click()
    await page.locator('.wx-menu').getByText('Upload files', { exact: true }).click()
    await (await choosing).setFiles({ name: file, mimeType: 'video/mp4', buffer })

    await name(page, file).waitFor()
    await screenshot(page, `upload-to-store-${file}`)
    const answer = await fetch(new URL(`direct?id=/${file}`, site.url), {
      headers: { 'sec-fetch-mode': 'cors' },
    })
    assert.ok(Buffer.from(await answer.arrayBuffer()).equals(buffer))
    return sent
  }
})

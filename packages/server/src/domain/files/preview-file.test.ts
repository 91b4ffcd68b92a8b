import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import sharp from 'sharp'
import { localPrincipal } from '../../auth/principal.ts'
import { freeBudget } from '../../budget.ts'
import { shapeConfig } from '../../config/config.ts'
import type { Context } from '../../context.ts'
import { openData } from '../../open-data.ts'
import { previewFile } from './preview-file.ts'
import { uploadFile } from './upload-file.ts'

const { shared, closeData } = await openData(shapeConfig({ data: ':memory:' }), () => {})
after(closeData)

/** A drive with one picture on it, and how often a preview was tried. */
async function withPicture(name: string, bytes: Uint8Array) {
  const workspace = (await shared.workspaces.create(name))!
  let tries = 0
  const ctx: Context = {
    ...shared,
    workspace,
    principal: localPrincipal,
    origin: null,
    address: null,
    step: 'step',
    asker: null,
    budget: freeBudget(),
    pictures: {
      ...shared.pictures,
      thumbnail(read, box) {
        tries += 1
        return shared.pictures.thumbnail(read, box)
      },
    },
  }
  const { receive, publish } = await uploadFile(ctx, '/')
  await publish(await receive(pieces(bytes)), 'a.png')
  return { ctx, tries: () => tries }
}

async function* pieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

const sizes = [10, 20, 30, 40, 50]

const asked = (side: number) => ({
  id: '/a.png',
  box: { width: side, height: side },
  left: new AbortController().signal,
})

describe('a preview', () => {
  it('that cannot be made is tried once, whatever sizes are asked for', async () => {
    const { ctx, tries } = await withPicture('bad', Buffer.from('no picture'))

    const shown = await Promise.all(sizes.map((side) => previewFile(ctx, asked(side))))

    assert.ok(shown.every(({ kind }) => kind === 'icon'))
    assert.equal(tries(), 1)
  })

  it('is made for every size', async () => {
    const create = { width: 90, height: 90, channels: 3, background: 'red' } as const
    const { ctx, tries } = await withPicture('good', await sharp({ create }).png().toBuffer())

    const shown = await Promise.all(sizes.map((side) => previewFile(ctx, asked(side))))

    const widths = shown.map(async (one) =>
      one.kind === 'picture' ? (await sharp(one.bytes).metadata()).width : null,
    )
    assert.deepEqual(await Promise.all(widths), sizes)
    assert.equal(tries(), sizes.length)
  })
})

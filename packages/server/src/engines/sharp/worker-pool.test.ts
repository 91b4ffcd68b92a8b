import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { subscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { before, beforeEach, describe, it } from 'node:test'
import type { TestContext } from 'node:test'
import sharp from 'sharp'
import type { Box, Pictures } from '../../ports/pictures.ts'
import { openSharpPictures } from './pictures.ts'
import type { SharpOptions } from './pictures.ts'

const card = { width: 50, height: 50 }
const started: ChildProcess[] = []
subscribe('child_process', (message) => {
  started.push((message as { process: ChildProcess }).process)
})

/** Takes far longer to draw than any limit used here. */
const slow = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="9000" height="9000"><defs><filter id="f">' +
    '<feTurbulence baseFrequency="0.9" numOctaves="99"/>'.repeat(50) +
    '</filter></defs><rect width="9000" height="9000" filter="url(#f)"/></svg>',
)
const large = { width: 9000, height: 9000 }

let picture: Buffer
before(async () => {
  picture = await sharp({ create: { width: 90, height: 90, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
})
beforeEach(() => {
  started.length = 0
})

function open(t: TestContext, options: SharpOptions = {}): Pictures {
  const pictures = openSharpPictures({ maxTime: 60_000, maxWorkers: 2, ...options })
  t.after(() => pictures.close())
  return pictures
}

function running(): ChildProcess[] {
  return started.filter((child) => {
    try {
      return child.pid !== undefined && process.kill(child.pid, 0)
    } catch {
      return false
    }
  })
}

describe('the processes that look at pictures', () => {
  it('start with the first picture, as many as allowed and no more', async (t) => {
    const pictures = open(t)
    assert.equal(started.length, 0)

    const made = await Promise.all(
      Array.from({ length: 30 }, () => pictures.thumbnail(picture, card)),
    )

    assert.ok(made.every((one) => one?.width === 50))
    assert.equal(started.length, 2)
  })

  it('are not started for what is clearly no picture', async (t) => {
    assert.equal(await open(t).thumbnail(Buffer.from('a text'), card), null)

    assert.equal(started.length, 0)
  })

  it('are gone after the close, also in the midst of work', async () => {
    const pictures = openSharpPictures({ maxTime: 60_000, maxWorkers: 2 })
    await pictures.thumbnail(picture, card)
    const unfinished = [slow, slow, slow].map((one) => pictures.thumbnail(one, large))
    const refused = Promise.all(
      unfinished.map((one) => assert.rejects(one, { code: 'unavailable' })),
    )

    await pictures.close()

    await refused
    assert.deepEqual(running(), [])
    await assert.rejects(pictures.thumbnail(picture, card), { code: 'unavailable' })
  })

  it('end when there is no work', async (t) => {
    const pictures = open(t, { idleTime: 1 })
    await pictures.thumbnail(picture, card)

    const [child] = started
    if (child?.exitCode === null && child.signalCode === null) await once(child, 'exit')

    assert.deepEqual(running(), [])
    assert.ok(await pictures.thumbnail(picture, card))
  })

  it('are killed and replaced when a picture takes too long', async (t) => {
    const pictures = open(t, { maxTime: 1000, maxWorkers: 1 })

    assert.equal(await pictures.thumbnail(slow, large), null)
    assert.ok(await pictures.thumbnail(picture, card))

    assert.equal(started.length, 2)
    assert.equal(running().length, 1)
  })

  it('are replaced when they die, and no picture is lost by it', async (t) => {
    const pictures = open(t)
    const made = Array.from({ length: 20 }, async (_, index) => {
      const one = await pictures.thumbnail(picture, card)
      if (index === 5) for (const child of running()) child.kill('SIGKILL')
      return one
    })

    assert.ok((await Promise.all(made)).every((one) => one?.width === 50))
    assert.ok(started.length > 2)
  })

  it('give nothing for a picture that kills every one of them', async (t) => {
    const pictures = open(t, { maxWorkers: 1 })
    await pictures.thumbnail(picture, card)

    const deadly = pictures.thumbnail(slow, large)
    const [first] = started
    assert.ok(first)
    first.kill('SIGKILL')
    await once(first, 'exit')
    while (started.length < 2) await new Promise((resolve) => setImmediate(resolve))
    const second = started[1]
    assert.ok(second)
    await once(second, 'message')
    second.kill('SIGKILL')

    assert.equal(await deadly, null)
    assert.ok(await pictures.thumbnail(picture, card))
  })

  it('do not hold the parent back from its end, nor outlive it', async () => {
    const parent = runParent(picture, { width: 9, height: 9 })
    const pid = await firstNumber(parent)

    await once(parent, 'exit')

    assert.equal(parent.exitCode, 0)
    await gone(pid)
  })

  it('do not outlive a parent that is killed in the midst of work', async () => {
    const parent = runParent(slow, large)
    const pid = await firstNumber(parent)

    parent.kill('SIGKILL')

    await gone(pid)
  })
})

describe('the pictures that wait', () => {
  it('are refused when there are too many', async (t) => {
    const pictures = open(t, { maxWorkers: 1, maxWaiting: 2 })
    const three = [1, 2, 3].map(() => pictures.thumbnail(picture, card))

    await assert.rejects(pictures.thumbnail(picture, card), { code: 'unavailable' })

    assert.ok((await Promise.all(three)).every((one) => one?.width === 50))
  })

  it('are dropped when nobody wants them any more, and make room', async (t) => {
    const pictures = open(t, { maxWorkers: 1, maxWaiting: 1 })
    const caller = new AbortController()
    const first = pictures.thumbnail(picture, card)
    let asked = false
    const dropped = pictures.thumbnail(
      async () => {
        asked = true
        return picture
      },
      card,
      caller.signal,
    )

    caller.abort()

    await assert.rejects(dropped, { name: 'AbortError' })
    assert.ok(await pictures.thumbnail(picture, card))
    assert.ok(await first)
    assert.equal(asked, false)
  })

  it('are not read before it is their turn', async (t) => {
    const pictures = open(t, { maxWorkers: 1 })
    let reading = 0
    let most = 0
    const read = async (): Promise<Uint8Array> => {
      most = Math.max(most, ++reading)
      await new Promise((resolve) => setImmediate(resolve))
      reading--
      return picture
    }

    await Promise.all([1, 2, 3, 4].map(() => pictures.describe(read)))

    assert.equal(most, 1)
  })

  it('let a reader fail without harm to the others', async (t) => {
    const pictures = open(t, { maxWorkers: 1 })
    const broken = pictures.describe(async () => {
      throw new Error('no such file')
    })

    await assert.rejects(broken, /no such file/)
    assert.ok(await pictures.describe(picture))
  })
})

/** A process that asks for one thumbnail and says which process works on it. */
function runParent(bytes: Uint8Array, box: Box): ChildProcess {
  const program = `
    import { subscribe } from 'node:diagnostics_channel'
    import { openSharpPictures } from ${JSON.stringify(new URL('pictures.ts', import.meta.url).href)}
    subscribe('child_process', ({ process }) => {
      process.once('message', () => setTimeout(() => console.log(process.pid), 50))
    })
    const bytes = Buffer.from('${Buffer.from(bytes).toString('base64')}', 'base64')
    await openSharpPictures({ maxTime: 600_000 }).thumbnail(bytes, ${JSON.stringify(box)})
  `
  return spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

async function firstNumber({ stdout }: ChildProcess): Promise<number> {
  assert.ok(stdout)
  const [said] = await once(stdout, 'data')
  const number = Number(said)
  assert.ok(number > 0)
  return number
}

/** A process of somebody else cannot be waited for, only looked for. */
async function gone(pid: number): Promise<void> {
  for (;;) {
    try {
      process.kill(pid, 0)
    } catch {
      return
    }
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

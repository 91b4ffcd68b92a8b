import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  chownSync,
  cpSync,
  globSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { pdfOfSize } from '../packages/server/test/fixtures/bad-pdf.ts'
import { patient } from '../packages/server/test/fixtures/patient.ts'
import { slimServer } from './slim-server.ts'
import { stagePackages } from './stage-packages.ts'

/** Whoever adds a package looks at what it brings: this is what the image has beside Node and the libraries of the system. */
const mostMegabytes = 65
/** With all of it. `docker images` counts so, too. */
const mostOfImage = 200
/** Of the image: it has one user, and no root. */
const user = 65532

const repository = fileURLToPath(new URL('../', import.meta.url))
const cannotChroot =
  process.platform === 'linux' && process.getuid?.() === 0 && hasTools()
    ? false
    : 'only root of Linux, with strip, can go into an image'

describe('the image', () => {
  const stage = mkdtempSync(join(tmpdir(), 'triptych-image-'))
  const app = join(stage, 'app')
  const root = join(stage, 'root')
  after(() => rmSync(stage, { recursive: true, force: true }))

  // As the Dockerfile does it.
  before(async () => {
    await stagePackages(join(stage, 'dist'))
    const listed = execFileSync(
      'npm',
      ['ls', '--omit=dev', '--workspace', 'triptych-server', '--all', '--parseable'],
      { cwd: repository, encoding: 'utf8' },
    )
    for (const path of listed.split('\n').filter((line) => line.includes('node_modules'))) {
      const place = path.slice(path.indexOf('node_modules'))
      // What lies in another one comes with it.
      if (!place.includes('/node_modules/')) copy(join(repository, place), join(app, place))
    }
    cpSync(join(stage, 'dist/server'), join(app, 'packages/server'), { recursive: true })
    slimServer(app)
  })

  it('has no more of ours than it should', (t) => {
    const size = megabytes(app)
    t.diagnostic(`${size.toFixed(1)} MB`)
    assert.ok(size < mostMegabytes, `${size} MB`)
  })

  it(
    'runs as its own user, on a file system of which only the data can be written',
    { skip: cannotChroot },
    async (t) => {
      execFileSync('sh', [join(repository, 'scripts/image-root.sh'), process.execPath, app, root])
      const size = megabytes(root)
      t.diagnostic(`${size.toFixed(1)} MB`)
      assert.ok(size < mostOfImage, `${size} MB`)

      const server = await start(t, root)
      assert.equal((await fetch(new URL('health', server.url))).status, 200)
      assert.equal((await fetch(new URL('health/live', server.url))).status, 200)
      assert.match(await (await fetch(server.url)).text(), /<title>Triptych/)
      const status = readFileSync(`/proc/${server.child.pid}/status`, 'utf8')
      assert.match(status, new RegExp(`^Uid:\\t${user}\\t${user}\\t${user}\\t`, 'm'))
      assert.ok(globSync('**', { cwd: `${root}-data` }).length > 1)

      // What runs in processes of its own, by libraries: a picture, and a page of a PDF.
      for (const [name, bytes] of Object.entries(samples())) {
        const form = new FormData()
        form.append('file', new Blob([bytes]), name)
        const sent = await fetch(new URL('upload?id=/', server.url), { method: 'POST', body: form })
        assert.equal(sent.status, 200)
        const preview = await fetch(new URL(`preview?id=/${name}&width=64&height=64`, server.url))
        assert.equal(preview.headers.get('content-type'), 'image/webp', name)
      }

      server.child.kill('SIGTERM')
      assert.deepEqual(await once(server.child, 'exit'), [0, null])
    },
  )
})

/** A red point, and an empty page. */
function samples(): Record<string, Uint8Array<ArrayBuffer>> {
  const png =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC'
  return {
    'a.png': new Uint8Array(Buffer.from(png, 'base64')),
    'a.pdf': new Uint8Array(pdfOfSize(100, 100)),
  }
}

function hasTools(): boolean {
  try {
    execFileSync('strip', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** What a container has, in mounts that go with the process: everything but the data and `/tmp` is read-only. */
const container = `
  mount --bind "$0" "$0"
  mount --bind "$1" "$0/data"
  mount -t tmpfs tmpfs "$0/tmp"
  mount --bind /proc "$0/proc"
  mount --bind /dev "$0/dev"
  mount -o remount,ro,bind "$0"
  exec /usr/sbin/chroot --userspec=${user}:${user} "$0" /bin/node /app/packages/server/bin/triptych.js serve --port 0
`

async function start(t: TestContext, root: string): Promise<{ url: string; child: ChildProcess }> {
  const data = `${root}-data`
  mkdirSync(data)
  chownSync(data, user, user)
  for (const place of ['proc', 'dev']) mkdirSync(join(root, place))
  const child = spawn('unshare', ['--mount', 'sh', '-ec', container, root, data], {
    env: {
      PATH: process.env['PATH'],
      HOME: '/data',
      NODE_ENV: 'production',
      TRIPTYCH_DATA: '/data',
    },
  })
  t.after(() => child.kill('SIGKILL'))
  let out = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (out += text))
  await t.waitFor(() => assert.match(out, /ready at \S+\n/), patient)
  return { url: /ready at (\S+)/.exec(out)![1]!, child }
}

function copy(from: string, to: string): void {
  if (lstatSync(from).isSymbolicLink()) return
  mkdirSync(to, { recursive: true })
  cpSync(from, to, { recursive: true })
}

function megabytes(folder: string): number {
  const out = execFileSync('du', ['-s', '--apparent-size', '--block-size=1', folder])
  return Number.parseInt(String(out), 10) / 1e6
}

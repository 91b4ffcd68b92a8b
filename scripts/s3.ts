import { spawn, spawnSync } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { lacking } from './tools.ts'

/** An S3 server of our own, for tests: Ceph's object gateway, with everything it holds in memory. */
export interface S3Server {
  /** `http://key:secret@127.0.0.1:port` */
  url: string
  /** As a crash of the gateway would, and again as it was before; what it holds is kept. */
  kill(): Promise<void>
  start(): Promise<void>
  /** Ends it, and removes everything. */
  stop(): Promise<void>
}

const programs = ['ceph', 'ceph-mon', 'ceph-osd', 'radosgw', 'radosgw-admin', 'setpriv']
const [accessKey, secretKey] = ['TRIPTYCHTESTKEY', 'triptych/test+secret']
const patienceMs = 90_000

/** Why there can be none here, or `false`; `npm test` brings it where it can. */
export function cannotUseS3(): string | false {
  if (process.platform !== 'linux') return 'S3 from Ceph runs on Linux only'
  return lacking(...programs)
}

/** Answers when it takes requests, after some fifteen seconds. */
export async function startS3(): Promise<S3Server> {
  const missing = cannotUseS3()
  if (missing) throw new Error(`There is no S3: ${missing}.`)
  const folder = mkdtempSync(join(tmpdir(), 'triptych-s3-'))
  const [v2, v1, port] = await freePorts()
  const cluster = { folder, fsid: randomUUID(), monitor: `[v2:127.0.0.1:${v2},v1:127.0.0.1:${v1}]` }
  writeFileSync(join(folder, 'ceph.conf'), configuration(cluster, port))
  for (const name of ['mon', 'osd', 'rgw']) mkdirSync(join(folder, name))

  const daemons: ChildProcess[] = []
  let gateway: ChildProcess | null = null
  const daemon = (program: string, ...args: string[]): ChildProcess => {
    // Ends with us, however we end; and writes into no pipe, which nobody may be there to empty.
    const flags = ['--pdeathsig', 'KILL', program, '-f', '-c', join(folder, 'ceph.conf')]
    return spawn('setpriv', [...flags, ...args], { stdio: 'ignore', cwd: folder })
  }
  const start = async (): Promise<void> => {
    gateway = daemon('radosgw', '-n', 'client.rgw.a')
    await answering(port, gateway)
  }
  const kill = async (): Promise<void> => {
    await ended(gateway)
    gateway = null
  }
  const stop = async (): Promise<void> => {
    await kill()
    for (const one of daemons.toReversed()) await ended(one)
    rmSync(folder, { recursive: true, force: true })
  }

  try {
    makeKeys(cluster)
    const ask = (program: string, ...args: string[]) => run(folder, program, ...args)
    ask('ceph-mon', '-i', 'a', '--mkfs', '--monmap', 'monmap', '--keyring', 'keyring')
    daemons.push(daemon('ceph-mon', '-i', 'a'))
    const disk = randomUUID()
    ask('ceph', '--connect-timeout', '30', 'osd', 'new', disk, '0')
    ask('ceph-osd', '-i', '0', '--mkfs', '--osd-uuid', disk)
    daemons.push(daemon('ceph-osd', '-i', '0'))
    ask('ceph', 'osd', 'crush', 'add', 'osd.0', '1.0', 'root=default', 'host=here')
    await start()
    const keys = ['--access-key', accessKey, '--secret-key', secretKey]
    ask('radosgw-admin', 'user', 'create', '--uid', 'tests', '--display-name', 'Tests', ...keys)
  } catch (error) {
    await stop()
    throw error
  }
  const secret = encodeURIComponent(secretKey)
  return { url: `http://${accessKey}:${secret}@127.0.0.1:${port}`, kill, start, stop }
}

interface Cluster {
  folder: string
  fsid: string
  monitor: string
}

/** One of everything, which Ceph would rather not have, and nothing on a disk. */
function configuration({ folder, fsid, monitor }: Cluster, port: number): string {
  return `[global]
fsid = ${fsid}
mon host = ${monitor}
public addr = 127.0.0.1
cluster addr = 127.0.0.1
run dir = ${folder}
keyring = ${folder}/keyring
log file = ${folder}/$name.log
admin socket = ${folder}/$name.asok
pid file = ${folder}/$name.pid
crash dir = ${folder}
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 8
osd pool default pg autoscale mode = off
osd crush chooseleaf type = 0
mon allow pool size one = true
mon max pg per osd = 1000
[mon]
mon data = ${folder}/mon
mon data avail warn = 2
mon data avail crit = 1
[osd]
osd data = ${folder}/osd
osd objectstore = memstore
memstore device bytes = 8589934592
osd memory target = 1073741824
[client.rgw.a]
rgw data = ${folder}/rgw
rgw frontends = beast endpoint=127.0.0.1:${port} tcp_nodelay=1
rgw dns name = s3.localhost
rgw multipart min part size = 65536
rgw gc obj min wait = 1
rgw gc processor period = 1
`
}

function makeKeys({ folder, fsid, monitor }: Cluster): void {
  const all = { mon: 'allow *', osd: 'allow *' }
  const powers = {
    'mon.': { mon: 'allow *' },
    'client.admin': all,
    'osd.0': { mon: 'allow profile osd', osd: 'allow *' },
    'client.rgw.a': { mon: 'allow rw', osd: 'allow rwx' },
  }
  for (const [name, caps] of Object.entries(powers)) {
    const granted = Object.entries(caps).flatMap(([of, cap]) => ['--cap', of, cap])
    const create = name === 'mon.' ? ['--create-keyring'] : []
    run(folder, 'ceph-authtool', ...create, 'keyring', '--gen-key', '-n', name, ...granted)
  }
  run(folder, 'monmaptool', '--create', '--fsid', fsid, '--addv', 'a', monitor, 'monmap')
}

function run(folder: string, program: string, ...args: string[]): void {
  const env = { ...process.env, CEPH_CONF: join(folder, 'ceph.conf') }
  const options = { cwd: folder, env, encoding: 'utf8', timeout: patienceMs } as const
  const { status, stderr, error } = spawnSync(program, args, options)
  if (status !== 0) throw new Error(`${program} failed: ${stderr || String(error)}`)
}

async function answering(port: number, gateway: ChildProcess): Promise<void> {
  const end = performance.now() + patienceMs
  for (;;) {
    const isThere = await fetch(`http://127.0.0.1:${port}/`).then(
      (answer) => answer.ok,
      () => false,
    )
    if (isThere) return
    if (hasEnded(gateway) || performance.now() > end)
      throw new Error('The gateway does not answer.')
    await sleep(100)
  }
}

async function ended(child: ChildProcess | null): Promise<void> {
  if (!child || hasEnded(child)) return
  const exit = new Promise((done) => child.once('exit', done))
  child.kill('SIGKILL')
  await exit
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null
}

async function freePorts(): Promise<[number, number, number]> {
  const servers = [0, 1, 2].map(() => createServer().listen(0, '127.0.0.1'))
  await Promise.all(servers.map((server) => new Promise((done) => server.once('listening', done))))
  const ports = servers.map((server) => (server.address() as AddressInfo).port)
  await Promise.all(servers.map((server) => new Promise((done) => server.close(done))))
  return ports as [number, number, number]
}

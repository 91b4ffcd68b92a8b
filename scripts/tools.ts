import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Programs that tests hold our answers against, and the Debian packages that bring them. */
const tools = {
  curl: ['curl'],
  unzip: ['unzip'],
  python3: ['python3'],
  strace: ['strace'],
  pgbouncer: ['pgbouncer'],
  nginx: ['nginx-light'],
  caddy: ['caddy'],
  haproxy: ['haproxy'],
  // For a disk on which case makes no difference.
  fusermount3: ['fuse3'],
  '/usr/lib/python3/dist-packages/fusepy.py': ['python3-fusepy'],
  // Without a font of its own it writes in boxes.
  chromium: ['chromium', 'fonts-liberation'],
}

/** By itself, as not every system has it: then pages are shown in the whole browser. */
const shell = { 'chromium-headless-shell': ['chromium-headless-shell'] }

/** An S3 server of some hundred megabytes, for those who ask for one. */
const ceph = {
  'ceph-mon': ['ceph-mon'],
  'ceph-osd': ['ceph-osd'],
  radosgw: ['radosgw'],
  ceph: ['ceph-common'],
  setpriv: ['util-linux'],
}

/** Installs what is missing where that is possible; tests find out what could not be had. */
export function bringTools(withS3: boolean): void {
  bring(tools, [])
  bring(shell, [])
  if (withS3) bring(ceph, ['--no-install-recommends'])
}

function bring(wanted: Record<string, string[]>, flags: string[]): void {
  const packages = Object.entries(wanted).flatMap(([tool, some]) => (isMissing(tool) ? some : []))
  if (packages.length === 0 || process.getuid?.() !== 0 || isMissing('apt-get')) return
  run('update', '-qq')
  run('install', '-y', '-qq', ...flags, ...packages)
}

/** Why what needs all of these programs cannot run here, or `false`; for `skip`. */
export function lacking(...programs: string[]): string | false {
  const [first] = programs.filter(isMissing)
  return first !== undefined && `${first} is not here`
}

/** A program, or a file by its whole path. */
function isMissing(tool: string): boolean {
  if (tool.startsWith('/')) return !existsSync(tool)
  return spawnSync('sh', ['-c', `command -v ${tool}`]).status !== 0
}

function run(...args: string[]): void {
  // As for one who mends the system: then nothing that is installed starts by itself.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  // Whoever has no network shall not wait for it.
  const patience = ['-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=20']
  spawnSync('apt-get', [...patience, ...args], { stdio: ['ignore', 'ignore', 'inherit'], env })
}

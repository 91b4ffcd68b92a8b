import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Options } from '../compare.ts'
import { startServer } from '../server.ts'
import type { Server } from '../server.ts'

/** What others have, as far as it is on this machine; none of it is a dependency of the product. */
export interface Peers {
  /** The program of json-server, brought by npm into the cache of the benchmark. */
  jsonServer: string | null
  nginx: string | null
  /** One sentence for each that is not measured. */
  leftOut: string[]
}

const jsonServerVersion = '1.0.0-beta.15'

export function findPeers(cache: string, { install }: Pick<Options, 'install'>): Peers {
  const leftOut: string[] = []
  const jsonServer = installJsonServer(join(cache, 'peers'), install)
  if (!jsonServer)
    leftOut.push('json-server: it is not in the cache, and npm could not or should not bring it.')
  const nginx = ['/usr/sbin/nginx', '/usr/local/bin/nginx', '/opt/homebrew/bin/nginx'].find(
    existsSync,
  )
  if (!nginx) leftOut.push('nginx: it is not installed (Debian: `apt install nginx-light`).')
  const hasGo = spawnSync('go', ['version']).status === 0
  leftOut.push(
    hasGo
      ? "SVAR's servers in Go: Go is here, their sources are not; nothing here brings them."
      : "SVAR's servers in Go: Go is not installed.",
  )
  return { jsonServer, nginx: nginx ?? null, leftOut }
}

function installJsonServer(folder: string, mayInstall: boolean): string | null {
  const program = join(folder, 'node_modules/json-server/lib/bin.js')
  if (existsSync(program)) return program
  if (!mayInstall) return null
  console.log(`Bringing json-server ${jsonServerVersion} into the cache, once.\n`)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n')
  const args = ['install', '--no-audit', '--no-fund', `json-server@${jsonServerVersion}`]
  const { status } = spawnSync('npm', args, { cwd: folder, shell: process.platform === 'win32' })
  return status === 0 && existsSync(program) ? program : null
}

const expressServer = join(import.meta.dirname, 'express-server.js')

export function startExpress(database: string, files: string): Promise<Server> {
  return startServer({ name: 'Express', args: [expressServer, database, files], stderr: 'inherit' })
}

export const synced = 'Express, synced'

/** The same, but it waits until a commit is on the disk, as Triptych and the floors do. */
export function startSyncedExpress(database: string, files: string): Promise<Server> {
  const args = [expressServer, database, files, 'synced']
  return startServer({ name: synced, args, stderr: 'inherit' })
}

export async function startJsonServer(program: string, file: string): Promise<Server> {
  const port = await freePort()
  const args = [program, file, '--port', String(port), '--host', '127.0.0.1']
  return startServer({ name: 'json-server', args, stderr: 'ignore', port })
}

/** Lists, gives and takes the files of a folder: with `sendfile`, without a sync. */
export async function startNginx(program: string, folder: string, files: string): Promise<Server> {
  const port = await freePort()
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => {
    return `${kind}_temp_path ${join(folder, kind)};`
  })
  const config = join(folder, 'nginx.conf')
  writeFileSync(
    config,
    `daemon off; master_process off; pid ${join(folder, 'nginx.pid')};
error_log ${join(folder, 'nginx.log')};
events { worker_connections 1024; }
http {
  ${temporary.join('\n  ')}
  access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000;
  types { } default_type application/octet-stream;
  server {
    listen 127.0.0.1:${port};
    root ${files};
    autoindex on; autoindex_format json;
    client_max_body_size 0; dav_methods PUT;
  }
}
`,
  )
  const args = ['-p', folder, '-e', join(folder, 'nginx.log'), '-c', config]
  return startServer({ name: 'nginx', program, args, stderr: 'inherit', port })
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

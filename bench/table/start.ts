import { cpSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { cpuEach } from '../compare.ts'
import type { Sample } from '../compare.ts'
import { residentMb } from '../server.ts'
import { getText } from '../gantt-plan.ts'
import type { Server } from '../server.ts'
import { startTriptych } from '../tables-server.ts'
import { bundleServer } from '../../scripts/bundle-server.ts'
import { stageAssets } from '../../scripts/stage-packages.ts'
import type { Case, Role, Side } from './case.ts'
import { copyDatabase, importRows, makeDatabase, writeJson } from './data.ts'
import { startFloor } from './floor.ts'
import { startExpress, startJsonServer, startNginx } from './peers.ts'
import { scaled } from './stage.ts'
import type { Stage } from './stage.ts'

/** From nothing to the first answer, and the memory of a server that rests. */
export async function startCases(stage: Stage): Promise<Case[]> {
  const folder = join(stage.folder, 'start')
  mkdirSync(folder)
  const tables = new Map([['films', scaled(stage, 1000)]])
  const bare = makeDatabase(folder, tables)
  const [floor, express] = [copyDatabase(bare, 'floor'), copyDatabase(bare, 'express')]
  const data = join(folder, 'triptych')
  await importRows(folder, tables, data)
  const { jsonServer, nginx } = stage.peers
  const json = writeJson(folder, 'films', tables)
  const installed = await installedProgram(join(folder, 'installed'))
  const sides = [
    starting('floor', 'raw http', '/films', () => startFloor('raw http', floor, 'each')),
    starting('peer', 'Express', '/films', () => startExpress(express, folder)),
    ...(jsonServer
      ? [starting('peer', 'json-server', '/films', () => startJsonServer(jsonServer, json))]
      : []),
    ...(nginx
      ? [starting('peer', 'nginx', '/bare.db', () => startNginx(nginx, folder, folder))]
      : []),
    starting('ours', 'Triptych', '/films', () => startTriptych(stage.options, data, installed)),
  ]
  return [
    {
      name: 'start',
      title: 'start to first answer (memory: at rest)',
      figure: 'cpu',
      aim: { of: 'raw http', atMost: 4 },
      sides,
    },
  ]
}

const root = join(import.meta.dirname, '../..')

/** The program as npm installs it, which is a bundle. From its sources the server starts twice as slowly. */
async function installedProgram(to: string): Promise<string> {
  await bundleServer(join(to, 'dist'))
  stageAssets('server', join(to, 'dist'))
  cpSync(join(root, 'packages/server/bin'), join(to, 'bin'), { recursive: true })
  const page = join(root, 'apps/web/dist')
  if (existsSync(page)) cpSync(page, join(to, 'page'), { recursive: true })
  writeFileSync(join(to, 'package.json'), '{ "type": "module" }')
  symlinkSync(join(root, 'node_modules'), join(to, 'node_modules'))
  return join(to, 'bin/triptych.js')
}

function starting(role: Role, label: string, path: string, start: () => Promise<Server>): Side {
  async function take(_: number, seconds: number): Promise<Sample> {
    const began = performance.now()
    const server = await start()
    try {
      await getText(server, path)
      const ms = performance.now() - began
      const cpu = cpuEach(server.cpuSeconds(), 1)
      await sleep(seconds * 2000)
      return { cpu, p50: ms, p99: ms, perSecond: 1000 / ms, mb: residentMb(server) }
    } finally {
      await server.stop()
    }
  }
  return { label, role, take }
}

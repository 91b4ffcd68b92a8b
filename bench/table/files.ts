import { copyFileSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { cpuEach } from '../compare.ts'
import type { Sample } from '../compare.ts'
import { askOnce, get, rawUpload, uploadForm } from '../files-client.ts'
import type { Body } from '../files-client.ts'
import { startFloor as startFileFloor } from '../files-floor.ts'
import { indexed, sendJson, startTriptych } from '../files-server.ts'
import { residentMb } from '../server.ts'
import { makeFlat } from '../files-trees.ts'
import { rawRequest } from '../load.ts'
import type { Server } from '../server.ts'
import { asked } from './case.ts'
import type { Case, Role, Side } from './case.ts'
import { makeDatabase } from './data.ts'
import { startFloor } from './floor.ts'
import { startExpress, startNginx } from './peers.ts'
import { expectItems, keepInFloor, scaled, thousands } from './stage.ts'
import type { Stage } from './stage.ts'

interface Upload {
  request: string
  body: Body
}

/** One who keeps files in a folder of its own, and how it is spoken to. */
interface Keeper {
  role: Role
  server: Server
  folder: string
  upload: (name: string, bytes: number) => Upload
  download: (name: string) => string
}

/** The cases about files. Only the floor and Triptych have what they answered on the disk for good. */
export async function fileCases(stage: Stage): Promise<Case[]> {
  const base = join(stage.folder, 'files')
  mkdirSync(base)
  const count = scaled(stage, 10_000)
  makeFlat(join(base, 'model/flat'), count)
  const keepers = await startKeepers(stage, base)
  const ours = keepers.find(({ role }) => role === 'ours')?.server as Server
  await indexed(ours, count)

  const bytes = scaled(stage, 256 * 1024 ** 2, 1024 ** 2)
  const size = `${thousands(Math.round(bytes / 1024 ** 2))} MiB`
  return [
    await listing(stage, keepers, base, count),
    {
      name: 'upload small',
      title: 'upload 10 KiB, 16 connections',
      figure: 'cpu',
      aim: { of: 'a file each, synced', atMost: 1.5 },
      sides: keepers.map(smallUploads),
    },
    {
      name: 'upload large',
      title: `upload ${size}`,
      figure: 'cpu',
      aim: { of: 'a file each, synced', atMost: 1.2 },
      sides: keepers.map((keeper) => largeUpload(keeper, bytes)),
    },
    {
      name: 'download',
      title: `download ${size}`,
      figure: 'cpu',
      aim: { of: 'a file each, synced', atMost: 0.8 },
      sides: keepers.map((keeper) => download(keeper, bytes)),
    },
  ]
}

async function startKeepers(stage: Stage, base: string): Promise<Keeper[]> {
  const folderOf = (name: string) => {
    const folder = join(base, name)
    mkdirSync(join(folder, 'flat'), { recursive: true })
    for (const file of readdirSync(join(base, 'model/flat'))) {
      copyFileSync(join(base, 'model/flat', file), join(folder, 'flat', file))
    }
    return folder
  }
  const floorFolder = folderOf('floor')
  const floor = await stage.start(startFileFloor(floorFolder))
  const expressFolder = folderOf('express')
  const express = await stage.start(startExpress(makeDatabase(base, new Map()), expressFolder))
  const ourFolder = folderOf('ours')
  const ours = await stage.start(startTriptych(stage, ourFolder, join(base, 'data')))
  const keepers: Keeper[] = [
    {
      role: 'floor',
      server: { ...floor, name: 'a file each, synced' },
      folder: floorFolder,
      upload: (name, bytes) => rawUpload(`/${bytes > 1e5 ? 'raw' : 'small'}/${name}`, bytes),
      download: (name) => `/raw/${name}`,
    },
    {
      role: 'peer',
      server: { ...express, name: 'Express, no sync' },
      folder: expressFolder,
      upload: (name, bytes) => rawUpload(`/files/${name}`, bytes),
      download: (name) => `/files/${name}`,
    },
  ]
  if (stage.peers.nginx) {
    const folder = folderOf('nginx')
    const config = join(base, 'nginx-config')
    mkdirSync(config)
    const nginx = await stage.start(startNginx(stage.peers.nginx, config, folder))
    keepers.push({
      role: 'peer',
      server: { ...nginx, name: 'nginx, no sync' },
      folder,
      upload: (name, bytes) => rawUpload(`/${name}`, bytes),
      download: (name) => `/${name}`,
    })
  }
  keepers.push({
    role: 'ours',
    server: ours,
    folder: ourFolder,
    upload: (name, bytes) => uploadForm('/upload?id=%2F', name, bytes),
    download: (name) => `/direct?id=%2F${name}`,
  })
  return keepers
}

async function listing(
  stage: Stage,
  keepers: Keeper[],
  base: string,
  count: number,
): Promise<Case> {
  const floor = await stage.start(startFloor('memory', join(base, 'kept.db'), 'each'))
  const ours = keepers.find(({ role }) => role === 'ours')?.server as Server
  const kept = await keepInFloor(floor, ours, '/files/%2Fflat')
  const sides: [Role, Server, string][] = [
    ['floor', floor, kept],
    ['floor', { ...floor, name: 'readdir' }, `/folder${join(base, 'floor/flat')}`],
    ['peer', keepers[1]?.server as Server, '/list/flat'],
    ...keepers
      .filter(({ server }) => server.name.startsWith('nginx'))
      .map(({ server }): [Role, Server, string] => ['peer', server, '/flat/']),
    ['ours', ours, '/files/%2Fflat'],
  ]
  for (const [, server, path] of sides) await expectItems(server, path, count)
  return {
    name: 'listing',
    title: `list a folder of ${thousands(count)} files`,
    figure: 'cpu',
    aim: { of: 'memory', atMost: 1.5 },
    sides: sides.map(([role, server, path]) => {
      const label = server.name.replace(', no sync', '')
      return asked(role, server, { label, step: () => [rawRequest('GET', path)] })
    }),
  }
}

// No name comes twice.
let names = 0

function smallUploads({ role, server, upload }: Keeper): Side {
  const bytes = 10 * 1024
  const filling = 'x'.repeat(bytes)
  const step = () => {
    const { request, body } = upload(`small-${++names}.txt`, bytes)
    return [`${request}${body.before}${filling}${body.after}`]
  }
  return asked(role, server, { connections: 16, step })
}

function largeUpload(keeper: Keeper, bytes: number): Side {
  return oneByOne(keeper, async () => {
    const name = `large-${++names}.bin`
    const { request, body } = keeper.upload(name, bytes)
    const { ms } = await askOnce(keeper.server.port, request, { body })
    return { ms, after: () => remove(keeper, name) }
  })
}

function download(keeper: Keeper, bytes: number): Side {
  let name = ''
  return oneByOne(keeper, async () => {
    const { server, upload } = keeper
    if (name === '') {
      name = `whole-${++names}.bin`
      const { request, body } = upload(name, bytes)
      await askOnce(server.port, request, { body })
      return { ms: NaN }
    }
    const answer = await askOnce(server.port, get(keeper.download(name)))
    if (answer.bytes < bytes) throw new Error(`${server.name}: ${answer.bytes} bytes came`)
    return { ms: answer.ms }
  })
}

/** Few that take long: once to warm up, then as often as there is time, but twice at least. */
function oneByOne(
  { role, server }: Keeper,
  work: () => Promise<{ ms: number; after?: () => Promise<void> }>,
): Side {
  async function take(_: number, seconds: number): Promise<Sample> {
    await (await work()).after?.()
    const times: number[] = []
    let cpu = 0
    const began = performance.now()
    while (times.length < 2 || performance.now() - began < seconds * 1000) {
      const before = server.cpuSeconds()
      const { ms, after } = await work()
      cpu += server.cpuSeconds() - before
      times.push(ms)
      await after?.()
    }
    times.sort((a, b) => a - b)
    const total = times.reduce((sum, ms) => sum + ms, 0)
    return {
      cpu: cpuEach(cpu, times.length),
      spent: cpu,
      p50: times[times.length >> 1] ?? NaN,
      p99: times.at(-1) ?? NaN,
      perSecond: (times.length * 1000) / total,
      mb: residentMb(server),
    }
  }
  return { label: server.name, role, take }
}

async function remove({ role, server, folder }: Keeper, name: string): Promise<void> {
  if (role === 'ours') await sendJson(server, 'DELETE', { ids: [`/${name}`] })
  else rmSync(join(folder, name))
}

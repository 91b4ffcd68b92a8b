import { rawRequest } from '../load.ts'
import { asked } from './case.ts'
import type { Case, Side } from './case.ts'
import { added, rowOf, tableOf } from './data.ts'
import { startRowServers } from './row-servers.ts'
import type { Speaks } from './row-servers.ts'
import { expectItems, keepInFloor, scaled, thousands } from './stage.ts'
import type { Stage } from './stage.ts'

/** The cases about rows of tables. */
export async function rowCases(stage: Stage): Promise<Case[]> {
  const [short, middle, long, most] = [
    scaled(stage, 1000),
    scaled(stage, 10_000, 60),
    scaled(stage, 100_000, 70),
    scaled(stage, 1_000_000, 80),
  ] as const
  const sizes = [short, middle, long, most]
  const { a, b, express, expressSynced, json, jsonLong, ours } = await startRowServers(stage, sizes)
  const [shortOnes, longOnes] = [json ?? [], jsonLong ?? []].map((peer) =>
    [b, express, peer, ours].flat(),
  ) as [Speaks[], Speaks[]]
  const writers = [a, b, express, expressSynced, json ?? [], ours].flat()
  for (const { server, page, found } of longOnes) {
    await expectItems(server, page(tableOf(long), 0), 50)
    await expectItems(server, found(tableOf(long)), Math.min(50, Math.floor(long / 10)))
  }
  const { name: each } = a.server
  const { name: group } = b.server
  const listed = () => `/${tableOf(short)}`
  const found = (one: Speaks) => one.found(tableOf(long))
  return [
    await readCase(middle, 1.5, b, ours, shortOnes),
    await readCase(short, 1.2, b, ours, shortOnes),
    {
      name: 'rows changed',
      title: `PATCH a cell, then GET ${thousands(short)} rows`,
      figure: 'cpu',
      aim: { of: group, atMost: 1.2 },
      sides: shortOnes.map((one) => afterEdit(one, short, listed)),
    },
    {
      name: 'page found',
      title: `page of 50 in ${thousands(long)}, filter and sort, no index`,
      figure: 'cpu',
      aim: { of: group, atMost: 1 },
      sides: longOnes.map((one) => reads(one, found(one))),
    },
    {
      name: 'page changed',
      title: 'PATCH a cell, then the same page',
      figure: 'cpu',
      aim: { of: group, atMost: 1 },
      sides: longOnes.map((one) => afterEdit(one, long, found)),
    },
    {
      name: 'page plain',
      title: `page of 50 in ${thousands(long)}`,
      figure: 'cpu',
      aim: { of: group, atMost: 1.5 },
      sides: longOnes.map((one) => reads(one, one.page(tableOf(long), 0))),
    },
    {
      name: 'patch 1',
      title: 'PATCH a cell, 1 connection',
      figure: 'cpu',
      aim: { of: each, atMost: 1.4 },
      sides: writers.map((one) => edits(one, middle, 1)),
    },
    {
      name: 'patch 50',
      title: 'PATCH a cell, 50 connections',
      figure: 'cpu',
      aim: { of: group, atMost: 1.5 },
      sides: writers.map((one) => edits(one, middle, 50)),
    },
    {
      name: 'post row',
      title: 'POST a row, 32 connections',
      figure: 'cpu',
      aim: { of: group, atMost: 1.5 },
      sides: writers.map(({ role, server }) => asked(role, server, { connections: 32, step: add })),
    },
    ...sizes.flatMap((rows) => growthCases(rows, { a, b, express, ours })),
  ]
}

async function readCase(
  size: number,
  atMost: number,
  floor: Speaks,
  ours: Speaks,
  all: Speaks[],
): Promise<Case> {
  const path = `/${tableOf(size)}`
  const kept = await keepInFloor(floor.server, ours.server, path)
  for (const { server } of all) await expectItems(server, path, size)
  return {
    name: `rows ${size}`,
    title: `GET ${thousands(size)} rows, unchanged`,
    figure: 'cpu',
    aim: { of: 'memory', atMost },
    sides: [
      reads(floor, kept, 'memory'),
      ...all.map((one) => reads(one, path, one === floor ? 'stringify' : undefined)),
    ],
  }
}

/** The same with more and more rows. */
function growthCases(
  rows: number,
  { a, b, express, ours }: Record<'a' | 'b' | 'express' | 'ours', Speaks>,
): Case[] {
  const start = Math.floor(rows / 2 / 50) * 50
  return [
    {
      name: `growth page ${rows}`,
      title: `page of 50 from the middle of ${thousands(rows)}`,
      figure: 'cpu',
      growth: { of: 'page of 50 from the middle', rows },
      sides: [b, express, ours].map((one) => reads(one, one.page(tableOf(rows), start))),
    },
    {
      name: `growth patch ${rows}`,
      title: `PATCH a cell of ${thousands(rows)} rows, 1 connection`,
      figure: 'cpu',
      growth: { of: 'PATCH a cell, 1 connection', rows },
      sides: [a, express, ours].map((one) => edits(one, rows, 1)),
    },
  ]
}

function reads({ role, server }: Speaks, path: string, label = server.name): Side {
  return asked(role, server, { label, step: () => [rawRequest('GET', path)] })
}

function edits(one: Speaks, rows: number, connections: number): Side {
  return asked(one.role, one.server, { connections, step: () => [editOf(one, rows)] })
}

/** An edit, and what is read right after it, as one step. */
function afterEdit(one: Speaks, rows: number, path: (one: Speaks) => string): Side {
  const step = () => [editOf(one, rows), rawRequest('GET', path(one))]
  return asked(one.role, one.server, { step })
}

// No value comes twice, so that every edit changes its cell.
let lastValue = 1_000_000

function editOf({ edit }: Speaks, rows: number): string {
  const id = 1 + Math.floor(Math.random() * rows)
  return rawRequest('PATCH', `/${tableOf(rows)}/${id}`, edit(++lastValue))
}

function add(): string[] {
  const { id: _, ...row } = rowOf(++lastValue)
  return [rawRequest('POST', `/${added}`, JSON.stringify(row))]
}

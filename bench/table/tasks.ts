import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fillPlan, makeWorkspace, taskOf, tasksOf } from '../gantt-plan.ts'
import { rawRequest } from '../load.ts'
import { startTriptych } from '../tables-server.ts'
import { asked } from './case.ts'
import type { Case } from './case.ts'
import { copyDatabase, family, makeDatabase } from './data.ts'
import { startFloor } from './floor.ts'
import { startExpress, startSyncedExpress } from './peers.ts'
import { expectItems, keepInFloor, scaled, thousands } from './stage.ts'
import type { Stage } from './stage.ts'

/** So many that code is warm and the clock of the CPU can tell, and no more, as the plan of each grows by all of them. */
const batches = 20

/** The cases about a plan. To the floor and to Express a task is a row like others. */
export async function taskCases(stage: Stage): Promise<Case[]> {
  const folder = join(stage.folder, 'tasks')
  mkdirSync(folder)
  const count = scaled(stage, 10_000)
  const bare = makeDatabase(folder, new Map(), count)
  const floor = await stage.start(startFloor('B: group commit', copyDatabase(bare, 'b'), 'group'))
  const express = await stage.start(startExpress(copyDatabase(bare, 'express'), folder))
  const copy = copyDatabase(bare, 'express-synced')
  const expressSynced = await stage.start(startSyncedExpress(copy, folder))
  const ours = await stage.start(startTriptych(stage.options, join(folder, 'triptych')))
  for (const name of ['plan', 'edits']) await fillPlan(ours, name, tasksOf({ count, family }))
  await makeWorkspace(ours, 'batch')

  const list = '/w/plan/tasks'
  const kept = await keepInFloor(floor, ours, list)
  for (const [server, path] of [
    [floor, '/tasks'],
    [express, '/tasks'],
    [expressSynced, '/tasks'],
    [ours, list],
  ] as const) {
    await expectItems(server, path, count)
  }
  const anyOf = (path: string) => () => `${path}/${1 + Math.floor(Math.random() * count)}`
  const size = scaled(stage, 1000)
  const batch = (path: string, items: (tasks: object[]) => object[]) => {
    const body = JSON.stringify(items(Array.from({ length: size }, newTask)))
    return { steps: batches, step: () => [rawRequest('POST', path, body)] }
  }
  return [
    {
      name: 'tasks',
      title: `GET ${thousands(count)} tasks, unchanged`,
      figure: 'cpu',
      aim: { of: 'memory', atMost: 1.5 },
      sides: [
        asked('floor', floor, { label: 'memory', ...read(kept) }),
        asked('floor', floor, { label: 'stringify', ...read('/tasks') }),
        asked('peer', express, read('/tasks')),
        asked('ours', ours, read(list)),
      ],
    },
    {
      name: 'put task',
      title: 'PUT a task, 32 connections',
      figure: 'cpu',
      aim: { of: floor.name, atMost: 1.5 },
      sides: [
        asked('floor', floor, send('PUT', anyOf('/edits'), newText)),
        asked('peer', express, send('PUT', anyOf('/edits'), newText)),
        asked('peer', expressSynced, send('PUT', anyOf('/edits'), newText)),
        asked('ours', ours, send('PUT', anyOf('/w/edits/tasks'), newText)),
      ],
    },
    {
      name: 'post task',
      title: 'POST a task, 32 connections',
      figure: 'cpu',
      aim: { of: floor.name, atMost: 1.5 },
      sides: [
        asked(
          'floor',
          floor,
          send('POST', () => '/edits', taskText),
        ),
        ...[express, expressSynced].map((peer) =>
          asked(
            'peer',
            peer,
            send('POST', () => '/edits', taskText),
          ),
        ),
        asked(
          'ours',
          ours,
          send('POST', () => '/w/edits/tasks', taskText),
        ),
      ],
    },
    {
      name: 'batch',
      title: `batch of ${thousands(size)} new tasks`,
      figure: 'cpu',
      aim: { of: floor.name, atMost: 3 },
      sides: [
        asked(
          'floor',
          floor,
          batch('/batch/batch', (tasks) => tasks),
        ),
        ...[express, expressSynced].map((peer) =>
          asked(
            'peer',
            peer,
            batch('/batch/batch', (tasks) => tasks),
          ),
        ),
        asked(
          'ours',
          ours,
          batch('/w/batch/batch', (tasks) => {
            return tasks.map((data) => ({ url: 'tasks', method: 'POST', data }))
          }),
        ),
      ],
    },
  ]
}

type Asked = Parameters<typeof asked>[2]

function read(path: string): Asked {
  return { step: () => [rawRequest('GET', path)] }
}

function send(method: string, path: () => string, body: () => string): Asked {
  return { connections: 32, step: () => [rawRequest(method, path(), body())] }
}

// No text comes twice, so that every edit changes its task.
let edits = 0

function newText(): string {
  return JSON.stringify({ text: `Changed ${++edits} times` })
}

function newTask(): object {
  const { id: _, ...task } = taskOf(++edits, 0)
  return task
}

function taskText(): string {
  return JSON.stringify(newTask())
}

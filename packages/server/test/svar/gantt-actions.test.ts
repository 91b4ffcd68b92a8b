import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { GanttEvent } from './gantt-client.ts'
import { assertReloadShowsTheSame, shownIn } from './gantt-plan.ts'
import { ganttServer } from './gantt-server.ts'
import type { Ids } from './gantt-server.ts'

/** Every action of the real Gantt, alone: a page that loads afterwards shows what this one shows. */

const tasks = {
  phase: { type: 'summary', open: true, end: '2026-04-09 00:00:00', duration: 8 },
  draft: { parent: 'phase', progress: 40 },
  build: { parent: 'phase', start: '2026-04-03 00:00:00', duration: 6, open: true },
  frame: { parent: 'build', start: '2026-04-03 00:00:00' },
  roof: { parent: 'build', start: '2026-04-05 00:00:00', duration: 4 },
  gate: { parent: 'phase', type: 'milestone', start: '2026-04-09 00:00:00' },
  single: {},
  last: { type: 'summary', end: '2026-04-03 00:00:00' },
}
const links: [string, string, string?][] = [
  ['draft', 'build'],
  ['frame', 'roof', 's2s'],
  ['roof', 'gate'],
  ['single', 'last', 'e2e'],
]

type Case = (ids: Ids) => { action: string; event: GanttEvent }

const moves = Object.fromEntries(
  ['before', 'after', 'child'].flatMap((mode) =>
    [
      ['draft', 'gate'],
      ['roof', 'frame'],
      ['frame', 'single'],
      ['single', 'draft'],
      ['build', 'last'],
      ['last', 'phase'],
    ].map(([id, target]): [string, Case] => [
      `moves ${id} ${mode} ${target}`,
      (ids) => ({ action: 'move-task', event: { id: ids[id!]!, target: ids[target!]!, mode } }),
    ]),
  ),
)

const steps = Object.fromEntries(
  Object.keys(tasks).flatMap((text) =>
    ['up', 'down'].map((mode): [string, Case] => [
      `moves ${text} ${mode}`,
      (ids) => ({ action: 'move-task', event: { id: ids[text]!, mode } }),
    ]),
  ),
)

const indents = Object.fromEntries(
  Object.keys(tasks).flatMap((text) =>
    [true, false].map((mode): [string, Case] => [
      `${mode ? 'indents' : 'outdents'} ${text}`,
      (ids) => ({ action: 'indent-task', event: { id: ids[text]!, mode } }),
    ]),
  ),
)

const additions: Record<string, Case> = {
  'adds a task without a target': () => ({ action: 'add-task', event: { task: { text: 'new' } } }),
  'adds a task to a parent': ({ build }) => ({
    action: 'add-task',
    event: { task: { text: 'new', parent: build } },
  }),
  ...Object.fromEntries(
    ['before', 'after', 'child'].flatMap((mode) =>
      ['draft', 'frame', 'phase', 'last', 'gate'].map((text): [string, Case] => [
        `adds a task ${mode} ${text}`,
        (ids) => ({
          action: 'add-task',
          event: { task: { text: 'new', type: 'task' }, target: ids[text]!, mode, show: true },
        }),
      ]),
    ),
  ),
  'adds a milestone': ({ draft }) => ({
    action: 'add-task',
    event: { task: { text: 'new', type: 'milestone' }, target: draft!, mode: 'after' },
  }),
  'adds a summary with dates': () => ({
    action: 'add-task',
    event: {
      task: {
        text: 'new',
        type: 'summary',
        start: new Date(2026, 5, 1),
        end: new Date(2026, 5, 9),
      },
    },
  }),
  'adds a task with fields of its own': () => ({
    action: 'add-task',
    event: {
      task: {
        text: 'Zoë ☂ "quoted" \\',
        details: 'line\nline',
        progress: 33.3,
        start: new Date(2026, 1, 28, 8, 15, 59),
        duration: 1.5,
        owner: { name: 'Ann', tags: ['a', 'b', null], since: new Date(2025, 0, 2, 3, 4, 5) },
        cost: 12.75,
        isLate: false,
        rollup: true,
        unscheduled: false,
        calendar: 'night',
      },
    },
  }),
}

const updates: Record<string, Case> = Object.fromEntries(
  Object.entries({
    'its text': { text: 'other' },
    'its text to nothing': { text: '' },
    'its progress to a fraction': { progress: 12.5 },
    'its duration to a fraction': { duration: 2.5 },
    'its start': { start: new Date(2026, 3, 20) },
    'its end': { end: new Date(2026, 3, 25), duration: 0 },
    'its details': { details: 'more' },
    'its type to milestone': { type: 'milestone' },
    'its type to summary': { type: 'summary' },
    'its type to one of the page': { type: 'urgent' },
    'a field of its own': { owner: ['x', { y: 1 }], weight: 0.1 },
    'a field to an empty text': { owner: '' },
    'its segments': {
      segments: [
        { start: new Date(2026, 3, 1), duration: 1, end: new Date(2026, 3, 2) },
        { start: new Date(2026, 3, 4), duration: 2.5, text: 'second' },
      ],
    },
    'its baseline': { base_start: new Date(2026, 3, 1), base_duration: 3 },
    'its baseline by its end': {
      base_start: new Date(2026, 3, 1),
      base_end: new Date(2026, 3, 8),
      base_duration: 0,
    },
  }).flatMap(([what, task]) =>
    ['draft', 'gate', 'single'].map((text): [string, Case] => [
      `changes ${what} of ${text}`,
      (ids) => ({ action: 'update-task', event: { id: ids[text]!, task: { ...task } } }),
    ]),
  ),
)

const others: Record<string, Case> = {
  'drags a summary with everything in it': ({ phase }) => ({
    action: 'update-task',
    event: {
      id: phase!,
      task: { start: new Date(2026, 3, 1), end: new Date(2026, 3, 9) },
      diff: 5,
    },
  }),
  'drags a task within a summary': ({ roof }) => ({
    action: 'update-task',
    event: {
      id: roof!,
      task: { start: new Date(2026, 3, 5), end: new Date(2026, 3, 9) },
      diff: 7,
    },
  }),
  'deletes a leaf': ({ frame }) => ({ action: 'delete-task', event: { id: frame! } }),
  'deletes the last of a branch': ({ last }) => ({ action: 'delete-task', event: { id: last! } }),
  'deletes a branch with its links': ({ phase }) => ({
    action: 'delete-task',
    event: { id: phase! },
  }),
  ...Object.fromEntries(
    ['e2s', 's2s', 'e2e', 's2e'].map((type): [string, Case] => [
      `links with ${type}`,
      ({ draft, single }) => ({
        action: 'add-link',
        event: { link: { source: draft, target: single, type } },
      }),
    ]),
  ),
  'links without a type': ({ draft, single }) => ({
    action: 'add-link',
    event: { link: { source: draft, target: single } },
  }),
  'changes the type of a link': () => ({
    action: 'update-link',
    event: { id: 1, link: { type: 's2e' } },
  }),
  'gives a link a lag': () => ({
    action: 'update-link',
    event: { id: 2, link: { lag: -1.5 } },
  }),
  'deletes a link': () => ({ action: 'delete-link', event: { id: 3 } }),
  ...Object.fromEntries(
    ['before', 'after'].flatMap((mode) =>
      ['draft', 'frame', 'gate'].flatMap((text) =>
        ['single', 'roof', 'phase', text].map((target): [string, Case] => [
          `copies ${text} ${mode} ${target === text ? 'itself' : target}`,
          (ids) => ({ action: 'copy-task', event: { id: ids[text]!, target: ids[target]!, mode } }),
        ]),
      ),
    ),
  ),
}

const all = { ...additions, ...updates, ...moves, ...steps, ...indents, ...others }

describe('one page', { concurrency: 24 }, () => {
  for (const [name, made] of Object.entries(all)) {
    it(name, async (t) => {
      const server = await ganttServer(t)
      const ids = await server.seed(tasks, links)
      const page = await server.open()
      const { action, event } = made(ids)

      await page.act(action, event)

      await assertReloadShowsTheSame(page)
    })
  }

  it('takes the lag of a link away', async (t) => {
    const server = await ganttServer(t)
    await server.seed(tasks, links)
    const page = await server.open()
    await page.act('update-link', { id: 1, link: { lag: 4 } })
    await page.act('update-link', { id: 1, link: { lag: '' } })

    const reloaded = await assertReloadShowsTheSame(page)

    assert.ok(!reloaded.links().some((link) => 'lag' in link))
  })

  it('goes on with what it has just made', async (t) => {
    const server = await ganttServer(t)
    const ids = await server.seed(tasks, links)
    const page = await server.open()
    const task = { text: 'new', type: 'summary' }

    const { id } = await page.act('add-task', { task, target: ids['draft']!, mode: 'after' })
    const below = await page.act('add-task', { task: { text: 'below' }, target: id, mode: 'child' })
    page.exec('update-task', { id, task: { text: 'renamed' } })
    page.exec('move-task', { id: ids['single']!, target: id, mode: 'child' })
    page.exec('move-task', { id: below.id, target: id, mode: 'before' })
    page.exec('add-link', { link: { source: below.id, target: ids['single'] } })
    await page.act('update-task', { id: below.id, task: { progress: 7 } })

    await assertReloadShowsTheSame(page)
  })

  it('takes a deletion back by adding everything again with the old ids', async (t) => {
    const server = await ganttServer(t)
    const ids = await server.seed(tasks, links)
    const page = await server.open()
    const { id: extra } = await page.act('add-task', {
      task: { text: 'extra', progress: 5 },
      target: ids['build']!,
      mode: 'child',
    })
    const before = shownIn(page)
    const branch = ['build', 'frame', 'roof'].map((text) => ({ ...page.task(ids[text]!) }))
    branch.push({ ...page.task(extra) })
    const touching = page.links().map((link) => ({ ...link }))
    await page.act('delete-task', { id: ids['build']! })

    // Unfolded without anything below it, a task stops the store itself.
    for (const { data: _, open: __, ...task } of branch) {
      const [target, mode] =
        task.text === 'build' ? [ids['draft'], 'after'] : [task.parent, 'child']
      await page.act('add-task', { task, target, mode })
    }
    for (const link of touching) {
      if (!page.links().some(({ id }) => id === link.id)) await page.act('add-link', { link })
    }

    await assertReloadShowsTheSame(page)
    assert.deepEqual(shownIn(page).links, before.links)
    assert.deepEqual(
      shownIn(page).tasks.map(({ id, text }) => [id, text]),
      before.tasks.map(({ id, text }) => [id, text]),
    )
  })
})

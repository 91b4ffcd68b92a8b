import type { HistoryPage } from '@triptych/contract/history'
import type { DueTask, DueTasks } from '@triptych/contract/due'
import type { Resource } from '@triptych/contract/gantt'
import { placeOfEntity } from './recent.ts'
import type { AskWorkspace } from './use-answer-of.ts'

/** So many of what is mine is shown. */
const most = 8

/** Those that are not done, the next to be done first. Who is meant goes by the name, as the plan knows no accounts. */
export async function myTasks(ask: AskWorkspace, name: string): Promise<DueTask[]> {
  const resources = await ask<Resource[]>('resources')
  const mine = resources.filter((one) => sameName(one.name, name))
  const due = await Promise.all(
    mine.map(({ id }) => ask<DueTasks>(`schedule/due?resource=${id}&limit=${most}`)),
  )
  const tasks = new Map(due.flatMap(({ tasks }) => tasks.map((task) => [task.id, task])))
  return [...tasks.values()].toSorted((one, other) => endOf(one) - endOf(other)).slice(0, most)
}

function endOf({ end }: DueTask): number {
  return end === null ? Infinity : Date.parse(end)
}

export function sameName(one: string, other: string): boolean {
  return plain(one) !== '' && plain(one) === plain(other)
}

function plain(name: string): string {
  return name.trim().normalize('NFC').toLowerCase()
}

export interface MyFile {
  path: string[]
  place: string
  at: string
}

/** Each once, the last to be changed first. */
export function filesIn({ steps }: HistoryPage): MyFile[] {
  const found = new Map<string, MyFile>()
  for (const { at, entries } of steps) {
    for (const { area, entity } of entries) {
      const place = placeOfEntity(area, entity)
      if (area !== 'files' || place === null || found.has(entity)) continue
      found.set(entity, { path: entity.split('/').slice(1), place, at })
    }
  }
  return [...found.values()].slice(0, most)
}

import type { HistoryPage } from '@triptych/contract/history'
import type { Assignment, Resource } from '@triptych/contract/gantt'
import { placeOfEntity } from './recent.ts'
import type { AskWorkspace } from './use-answer-of.ts'

export interface MyTask {
  id: number
  text: string
  /** The day, or nothing where it has none. */
  end: string
  progress: number
}

/** So many of what is mine is shown. */
const most = 8
/** So many tasks are looked at for that: each is a question. */
const mostAsked = 40

/** Those that are not done, the next to be done first. Who is meant goes by the name, as the plan knows no accounts. */
export async function myTasks(ask: AskWorkspace, name: string): Promise<MyTask[]> {
  const resources = await ask<Resource[]>('resources')
  const mine = resources.filter((one) => sameName(one.name, name))
  const lists = await Promise.all(
    mine.map(({ id }) => ask<Assignment[]>(`assignments?resource=${id}`)),
  )
  const ids = [...new Set(lists.flat().map(({ task }) => task))].slice(-mostAsked)
  const tasks = await Promise.all(
    // One that went meanwhile is none of them.
    ids.map((id) => ask<Partial<MyTask>>(`tasks/${id}/self`).catch(() => null)),
  )
  return tasks
    .flatMap((task, n) => (task ? [taskOf(ids[n]!, task)] : []))
    .filter(({ progress }) => progress < 100)
    .toSorted((one, other) => (one.end || '9').localeCompare(other.end || '9'))
    .slice(0, most)
}

function taskOf(id: number, { text, end, progress }: Partial<MyTask>): MyTask {
  return { id, text: text ?? '', end: end ?? '', progress: progress ?? 0 }
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

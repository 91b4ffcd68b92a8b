import type { StoredTask } from './gantt-store.ts'

/** A plan has no more of them. */
export const mostBaselines = 20

/** Of the title of a task so much is kept, to name it when it is gone. */
export const keptTitle = 200

/** Where the tasks of a plan stood once. */
export interface StoredBaseline {
  id: number
  name: string
  /** When it was made, in ISO form, and by whom. */
  at: string
  author: string
  authorId: string | null
  /** Of the plan, as it was then. */
  revision: number
  /** How many it has. */
  tasks: number
  /** Whether those were all tasks of the plan. */
  isWhole: boolean
  /** From 0 to 10, by which files of other programs know it; no two have the same. */
  number: number | null
  /** The revision of the change that wrote it last. */
  version: number
}

/** A task as it was then; `length` and `work` are minutes, where they were said. */
export interface BaselineTask extends Pick<
  StoredTask,
  'id' | 'type' | 'text' | 'start' | 'end' | 'duration' | 'progress'
> {
  length: number | null
  work: number | null
}

export interface BaselineReader {
  /** `null` also where it was deleted. */
  find(id: number): Promise<StoredBaseline | null>
  /** Ordered by id. */
  all(): Promise<StoredBaseline[]>
  /** By id, some at a time. */
  tasksOf(id: number): AsyncIterable<BaselineTask[]>
  /** Those of these tasks that are in these baselines. */
  tasksIn(
    baselines: readonly number[],
    tasks: readonly number[],
  ): Promise<{ baseline: number; task: BaselineTask }[]>
}

export interface BaselineStore extends BaselineReader {
  /** The next id; given out once, also when what it was for is deleted. Begins with 1. */
  nextId(): Promise<number>
  insert(made: StoredBaseline): Promise<void>
  /** Keeps where these tasks of the plan stand, or all of them, and counts them. */
  keepTasks(id: number, tasks: readonly number[] | 'all'): Promise<void>
  /** Keeps tasks as they are given, and counts them. */
  addTasks(id: number, tasks: readonly BaselineTask[]): Promise<void>
  rename(id: number, name: string, version: number): Promise<void>
  /** Puts it aside by the revision of the entry that tells so; with that it goes when the log is cut. */
  putAside(id: number, revision: number): Promise<void>
  /** Brings back what was put aside; `null` where it is there, or is gone for good. Its number is free, or it loses it. */
  bringBack(id: number, version: number): Promise<StoredBaseline | null>
}

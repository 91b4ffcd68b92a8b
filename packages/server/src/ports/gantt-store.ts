import type { Gap, Place } from './order.ts'
import type { StoredRule } from './rules.ts'

/** JSON as it came, in an object: fields the server keeps and does not interpret. */
export type Fields = Record<string, unknown>

/** The parent of tasks at the top of the plan. */
export const topOfPlan = 0

/** The parent of copies that wait for theirs; nobody sees them. */
export const detached = -1

/** A task as it lies in the database. Dates are wall time without a zone: `2026-04-01T09:00:00`. */
export interface StoredTask {
  id: number
  /** `topOfPlan`, `detached`, or the id of another task. */
  parent: number
  /** Fractional key of its place among its siblings; only detached tasks may have the same. */
  place: string
  type: string
  text: string
  start: string
  end: string | null
  duration: number | null
  progress: number
  /** Whether it is shown unfolded; told to a client only where it has children to show. */
  open: boolean
  /** Set by hand: children on demand, or never. `null`: as many children as that are on demand. */
  lazy: boolean | null
  /** Everything else, under none of the names above. */
  fields: Fields
  /** How many tasks are directly below. Kept by the store. */
  children: number
  /** The revision of the change that wrote the task last. */
  version: number
}

export type DrawnTask = Pick<
  StoredTask,
  'id' | 'start' | 'end' | 'duration' | 'progress' | 'version'
>

export type NewTask = Omit<StoredTask, 'children'>

export interface StoredLink {
  id: number
  source: number
  target: number
  type: string
  lag: number | null
  fields: Fields
  version: number
}

export interface StoredAssignment {
  id: number
  task: number
  resource: number
  units: number
  fields: Fields
  version: number
}

export interface StoredResource {
  id: number
  parent: number
  place: string
  /** With its name. */
  fields: Fields
  version: number
}

/** When people work: everything but its id stands in `fields`. */
export interface StoredCalendar {
  id: number
  fields: Fields
  version: number
}

export type GanttKind = 'task' | 'link' | 'assignment' | 'resource' | 'calendar'

/** What an element of an imported file belongs to. `rows` are empty ones behind a task, `works` those on it whom the plan does not have. */
export type ElementKind = GanttKind | 'project' | 'rows' | 'works'

/** XML in its plain form, see `codecs/xml/xml-text.ts`. */
export interface PlanElement {
  id: number
  xml: string
}

export interface DueAsked {
  /** What ends before is late. */
  now: string
  /** Only tasks that end by then; `null`: those without an end as well, as the last. */
  until: string | null
  /** Only what this one is assigned to; `null`: all. */
  resource: number | null
  limit: number
}

export interface DueFound {
  /** Not done, the first to end first. */
  tasks: DueTask[]
  /** Whenever they end: all, those not done, and those of them that are late. */
  all: number
  open: number
  late: number
}

/** A milestone ends at its date. */
export type DueTask = Pick<StoredTask, 'id' | 'text' | 'type' | 'start' | 'end' | 'progress'>

/** Where a page of tasks ended, to read on from there. */
export interface TaskPlace {
  parent: number
  place: string
}

/** The ids from a task up to the top, itself first, by what `parentsAbove` answered; `[]` when there is no such task. */
export function wayUp(id: number, parents: ReadonlyMap<number, number>): number[] {
  const path = new Set<number>()
  // Damaged data may go round in a circle.
  for (let at = id; parents.has(at) && !path.has(at); at = parents.get(at)!) path.add(at)
  return [...path]
}

export interface TaskPage {
  /** The tasks as a JSON array in UTF-8, made in the database, see `taskPage`. */
  json: Uint8Array<ArrayBuffer>
  count: number
  /** `null` when nothing follows. A page that is short, or empty, need not be the last. */
  next: TaskPlace | null
}

/** What a page of more than one task may hold of text, more or less. */
export const taskPageBytes = 2 * 1024 * 1024

/** A copy of one task that is part of the copy of a branch. */
export interface TaskCopy {
  /** The number in the client's temporary id: the branch's root has the lowest, the others follow. */
  number: number
  source: number
  copy: number
  /** Whether this is the copy of the branch's root. */
  isRoot: boolean
  /** Milliseconds since 1970. */
  at: number
}

/** Whether an entry tells of a branch by the number of its tasks, so that what they are lies beside the log. */
export function isCounted(values: Readonly<Record<string, unknown>> | null): boolean {
  return values !== null && '$count' in values
}

/** Of branches that the log tells of by the number of their tasks alone, each by the revision of its entry. */
interface BranchImagesReader {
  /** Whether it was kept: by an older version it never was. */
  hasBranch(revision: number): Promise<boolean>
  /** How many bytes all of it has. */
  branchBytes(revision: number): Promise<number>
  /** What came or went with it, some at a time and by id. */
  branchTasks(revision: number): AsyncIterable<StoredTask[]>
  branchLinks(revision: number): AsyncIterable<StoredLink[]>
  branchAssignments(revision: number): AsyncIterable<StoredAssignment[]>
  /** Of these, what `returnBranch` leaves out. */
  linksLeftOut(revision: number): AsyncIterable<StoredLink[]>
  assignmentsLeftOut(revision: number): AsyncIterable<StoredAssignment[]>
  /**
   * The rules that went with a branch, also with one that the log tells of as a whole; `null` where there were some and
   * nobody knows them, because the images came from elsewhere.
   */
  branchRules(revision: number): Promise<StoredRule[] | null>
  /** Behind which entries rules went with branches, the newest first, and the rules as above. */
  rulesGoneSince(revision: number): Promise<(StoredRule[] | null)[]>
  /** Whether any of its tasks is in the plan. */
  isAnyThere(revision: number): Promise<boolean>
  /**
   * Whether `count` tasks are what they were, wherever they stand among their siblings and whether they are folded or not,
   * and as many links and assignments touch them.
   */
  isAllThere(revision: number, count: number): Promise<boolean>
}

/** They belong to the entry of this revision, and go with it when the log is cut. */
export interface BranchImages extends BranchImagesReader {
  /** What these tasks are, and all links and assignments that touch them. */
  keepBranch(revision: number, ids: readonly number[]): Promise<void>
  keepBranchRules(revision: number, rules: readonly StoredRule[]): Promise<void>
  /**
   * Puts the tasks into the plan again, with the links among them and their assignments to resources that are there.
   * The first of them is `root`, which comes to another place; nothing of it may be there.
   */
  returnBranch(revision: number, root: TaskPlace & { id: number }, version: number): Promise<void>
}

/**
 * The plan of a workspace. A task is **lazy** when it has children and is either set so by hand or,
 * where it is not set by hand, has more than `lazyAbove` of them: its children are sent on demand only.
 */
export interface GanttReader extends BranchImagesReader {
  /** The revision of the last change to the plan; 0 for one that was never touched. */
  revision(): Promise<number>

  task(id: number): Promise<StoredTask | null>
  /** Those of these that are there, in any order. */
  tasksOf(ids: readonly number[]): Promise<StoredTask[]>
  /**
   * Tasks with a place whose text has `text`, which is as `plainText` writes it, in it: those of the next `limit` ids after `after`
   * that are seen. `next` is where to go on, `null` at the end.
   */
  idsWithText(
    text: string,
    after: number,
    limit: number,
  ): Promise<{ ids: number[]; next: number | null }>
  /** What is to be done, of tasks that are no summaries and have none below them. What is `hidden` is left out with all below it. */
  dueTasks(asked: DueAsked, hidden?: readonly number[]): Promise<DueFound>
  /** Those that are not detached, nor below such a task: in any order, and some at a time. */
  placedTasks(): AsyncIterable<StoredTask[]>
  /** Directly below, in their order. */
  childrenOf(parent: number): Promise<StoredTask[]>
  /**
   * Everything below a task, however deep, without itself: in order, each followed by its branch. What is `hidden` is
   * left out with all below it.
   */
  branchOf(id: number, hidden?: readonly number[]): Promise<StoredTask[]>
  /** How many bytes of text these tasks hold. */
  bytesOf(ids: readonly number[]): Promise<number>
  /** The id that stands as its parent; `null` when there is no such task. */
  parentOf(id: number): Promise<number | null>
  /** The ids from a task up to the top, itself first; `[]` when there is no such task. */
  ancestorsOf(id: number): Promise<number[]>
  /** The parents of these tasks and of all that is above them, by task. */
  parentsAbove(ids: readonly number[]): Promise<Map<number, number>>
  /**
   * How many tasks there are. Where no more than `enough` ids were ever given to tasks, the number of those,
   * as it costs nothing to tell.
   */
  countTasks(enough: number): Promise<number>
  /** Whether any task is detached. */
  hasDetached(): Promise<boolean>

  /** Whether any task is lazy, be it a detached one. */
  hasLazy(lazyAbove: number): Promise<boolean>
  /**
   * Tasks whose parent is one of `parents`, or all tasks, ordered by (parent, place). What is
   * detached, or below such a task, is not among all tasks, and detached tasks are below no parent.
   * Each as the client wants it: id, parent, type, text, start, end and duration where there are
   * any, progress, `"lazy":true` when it is lazy, `"open":true` when it is open, has children and is
   * not lazy, and the fields behind them. Numbers have no needless `.0`. Tasks that are `hidden` are
   * neither listed nor counted as children; what is below them is.
   */
  taskPage(
    parents: readonly number[] | 'all',
    after: TaskPlace | null,
    limit: number,
    lazyAbove: number,
    hidden?: readonly number[],
  ): Promise<TaskPage>
  /** Of the tasks directly below `parents`: those that have children and are not lazy, where `hidden` ones do not count. */
  openBelow(
    parents: readonly number[],
    lazyAbove: number,
    hidden?: readonly number[],
  ): Promise<number[]>
  /** The ids of the tasks directly below `parents`. */
  idsBelow(parents: readonly number[]): Promise<number[]>

  /** `null` when the parent has no children. */
  lastPlace(parent: number): Promise<string | null>
  /** The keys between which something beside `target` must lie; `null` when there is no such task. */
  gapBeside(target: number, side: 'before' | 'after'): Promise<Gap | null>
  /** The siblings beside a task, itself among them, in their order; at most `limit` on each side. */
  neighbours(id: number, limit: number): Promise<Place[]>

  link(id: number): Promise<StoredLink | null>
  /** Those of these that are there. */
  linksOf(ids: readonly number[]): Promise<StoredLink[]>
  /** Ordered by id, like every list of links and of assignments. */
  allLinks(): Promise<StoredLink[]>
  /** The links that begin or end at one of these tasks. */
  linksAt(tasks: readonly number[]): Promise<StoredLink[]>
  linkBetween(source: number, target: number, type: string): Promise<StoredLink | null>
  /** The targets of the links that begin at a task, each once. */
  successorsOf(task: number): Promise<number[]>

  assignment(id: number): Promise<StoredAssignment | null>
  allAssignments(): Promise<StoredAssignment[]>
  assignmentsAt(tasks: readonly number[]): Promise<StoredAssignment[]>
  assignmentOf(task: number, resource: number): Promise<StoredAssignment | null>

  resource(id: number): Promise<StoredResource | null>
  /** By parent, siblings in the order of their places. */
  allResources(): Promise<StoredResource[]>
  assignmentsTo(resource: number): Promise<StoredAssignment[]>
  lastResourcePlace(parent: number): Promise<string | null>

  calendar(id: number): Promise<StoredCalendar | null>
  /** Ordered by id. */
  allCalendars(): Promise<StoredCalendar[]>
  /** How the plan is scheduled, as far as anybody has said so. */
  schedule(): Promise<Fields>

  /** What was kept of these when they were imported, by their ids; by imports of a lower revision than `before`. */
  elementsOf(
    kind: ElementKind,
    ids: readonly number[],
    before?: number,
  ): Promise<Map<number, string>>

  /** Copies with numbers from `from` to `to`, both included, made at `at` or later; by number. */
  copiesBetween(from: number, to: number, at: number): Promise<TaskCopy[]>
  /** What a temporary id of this client stands for. */
  realId(client: string, temporary: string): Promise<number | null>
}

/** Every change ends with `touch`; the caller has checked that it may be made. */
export interface GanttStore extends GanttReader, BranchImages {
  /** The next id; given out once, also when what it was for is deleted. Begins with 1. */
  nextId(kind: GanttKind): Promise<number>
  /** Makes every later id higher than one that was brought along. */
  reserveId(kind: GanttKind, id: number): Promise<void>

  /** In any order; parents that are tasks are there already or among them. */
  insertTasks(tasks: readonly NewTask[]): Promise<void>
  /** Only what is given; neither parent nor place. */
  updateTask(
    id: number,
    changed: Partial<Omit<StoredTask, 'id' | 'parent' | 'place' | 'children' | 'version'>>,
    version: number,
  ): Promise<void>
  /** Where these are drawn and how far they are, of many at once. */
  drawTasks(tasks: readonly DrawnTask[]): Promise<void>
  moveTask(id: number, to: TaskPlace, version: number): Promise<void>
  /**
   * These tasks, which must be whole branches, with all links and assignments that touch them, and
   * with what is remembered of them as copies.
   */
  removeTasks(ids: readonly number[]): Promise<void>
  /** Writes places of siblings and leaves the versions: their order must stay what it is. */
  renumber(places: readonly Place[]): Promise<void>

  insertLinks(links: readonly StoredLink[]): Promise<void>
  updateLink(link: StoredLink): Promise<void>
  removeLink(id: number): Promise<void>

  insertAssignments(assignments: readonly StoredAssignment[]): Promise<void>
  updateAssignment(assignment: StoredAssignment): Promise<void>
  removeAssignments(ids: readonly number[]): Promise<void>

  insertResource(resource: StoredResource): Promise<void>
  updateResource(resource: StoredResource): Promise<void>
  /** With its assignments. */
  removeResource(id: number): Promise<void>

  insertCalendar(calendar: StoredCalendar): Promise<void>
  updateCalendar(calendar: StoredCalendar): Promise<void>
  removeCalendar(id: number): Promise<void>
  setSchedule(schedule: Fields): Promise<void>

  /** In place of what was kept of the same things before. `revision` tells one import from another. */
  keepElements(kind: ElementKind, elements: readonly PlanElement[], revision: number): Promise<void>
  /** What was kept by imports before the last one, of things that are gone: nobody brings those back any more. */
  forgetElements(): Promise<void>

  addCopy(copy: TaskCopy): Promise<void>
  /** Forgets copies made before `at`, and answers the ids of those that are still detached. */
  forgetCopies(at: number): Promise<number[]>
  /** In place of what the temporary id stood for before. */
  rememberId(client: string, temporary: string, id: number, at: number): Promise<void>
  /** Those remembered before `at`. */
  forgetIds(at: number): Promise<void>

  touch(revision: number): Promise<void>
}

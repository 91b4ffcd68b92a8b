import type { IApi, TID } from '@svar-ui/react-gantt'
import { useCallback, useEffect, useRef } from 'react'
import type { ViewProps } from '../../view.ts'
import { assignedTo, membersOf } from '../team-context.ts'
import type { TeamState } from '../team-context.ts'
import { lazyBranches } from '../lazy-branches.ts'
import { isHeading } from '../heading-id.ts'
import { groupingIn, groupsToFill, groupTasks } from './task-groups.ts'
import type { GroupedTask, Grouping, TaskGroup } from './task-groups.ts'
import { t } from '../../words/words.ts'

/** The grouping that the address has. */
export function useGroupingAddress({ path, query, go }: Pick<ViewProps, 'path' | 'query' | 'go'>) {
  const latest = useRef({ path, query })
  latest.current = { path, query }
  const setGrouping = useCallback(
    (next: Grouping | null) => {
      const { group: _group, ...others } = Object.fromEntries(latest.current.query)
      go(latest.current.path, { ...others, ...(next && { group: next }) }, { replace: true })
    },
    [go],
  )
  return { grouping: groupingIn(query.get('group')), setGrouping }
}

/** A tree as the widget draws it, which need not be that of the plan. */
interface Tree {
  filterTree(isShown: () => boolean): void
}

/** The widget as far as the types leave it out: who makes its tree of groups is asked by this name. */
interface Store {
  _modules: Map<string, { buildTree(): Tree }>
  setState(state: object): void
}

export type Row = GroupedTask & Record<string, unknown>

/** What would change an order that is not that of the plan. */
const ofOrder = [
  'add-task',
  'move-task',
  'indent-task',
  'copy-task',
  'cut-task',
  'paste-task',
  'sort-tasks',
]

/** Of a heading there is nothing to change. */
const ofTasks = ['show-editor', 'delete-task', 'update-task', 'drag-task']

interface Known {
  team: TeamState
  tell: ViewProps['tell']
  /** Back to the tree. */
  leave: () => void
}

/**
 * Shows the tasks in groups in place of the tree, and follows the plan while it changes. Cells, bars and links are those
 * of the plan; the order is for reading only.
 */
export function useGrouping(api: IApi | null, grouping: Grouping | null, known: Known): void {
  const latest = useRef(known)
  latest.current = known
  const { team } = known

  useEffect(() => {
    if (!api || !grouping) return undefined
    return followGroups(api, grouping, latest)
  }, [api, grouping])

  // Who works on what is told beside the tasks.
  useEffect(() => {
    if (api && grouping === 'who') storeOf(api).setState({ groupBy: { field: grouping } })
  }, [api, grouping, team.assignments, team.resources])
}

function storeOf(api: IApi): Store {
  return api.getStores().data as unknown as Store
}

function followGroups(api: IApi, grouping: Grouping, latest: { current: Known }): () => void {
  const tag = Symbol('followGroups')
  const folded = new Set<TID>()
  const store = storeOf(api)
  let isOver = false

  const buildTree = () => treeOf(api, grouping, { folded, team: latest.current.team })
  const show = () => {
    store._modules.set('groupManager', { buildTree })
    store.setState({ groupBy: { field: grouping } })
  }
  show()
  // Where somebody was in the tree is nowhere in the groups.
  void api.exec('scroll-chart', { top: 0 })
  // The widget forgets it whenever one of its properties becomes another.
  const end: unknown = reactive(api, 'groupBy').subscribe((now) => {
    if (!isOver && !now?.field) queueMicrotask(() => !isOver && show())
  })
  for (const id of lazyBranches(api)) void api.exec('request-data', { id })

  api.on(
    'open-task',
    ({ id, mode }) => {
      if (!isHeading(id)) return
      if (mode) folded.delete(id)
      else folded.add(id)
    },
    { tag },
  )
  for (const action of ofOrder) {
    api.intercept(
      action as 'add-task',
      (event) => {
        if ((event as { skipProvider?: boolean }).skipProvider) return true
        latest.current.tell({
          kind: 'info',
          text: t('While tasks are in groups they are not added, moved or sorted.'),
          action: { label: t('No groups'), run: () => latest.current.leave() },
        })
        return false
      },
      { tag },
    )
  }
  for (const action of ofTasks) {
    api.intercept(action as 'delete-task', ({ id }) => !isHeading(id), { tag })
  }
  return () => {
    isOver = true
    ;(end as () => void)()
    api.detach(tag)
    const isOnHeading = api.getState().selected?.some(isHeading)
    store._modules.delete('groupManager')
    store.setState({ groupBy: null, ...(isOnHeading && { selected: [] }) })
  }
}

interface GroupBy {
  field: string | null
}

/** The types do not tell of it. */
function reactive(api: IApi, name: 'groupBy') {
  const state = api.getReactiveState() as unknown as Record<
    typeof name,
    { subscribe(look: (now: GroupBy | null) => void): () => void }
  >
  return state[name]
}

function treeOf(
  api: IApi,
  grouping: Grouping,
  { folded, team }: { folded: ReadonlySet<TID>; team: TeamState },
): Tree {
  const { tasks } = api.getState()
  const groups = groupsOf(api, grouping, team)
  const some = groups.find(({ tasks }) => tasks.length > 0)?.tasks[0]
  const items = groups.flatMap(({ id, name, tasks: below }) => {
    // The widget wants a place in time for every row.
    const { start, end } = (below[0] ?? some) as { start?: Date; end?: Date }
    const text = `${name} · ${below.length}`
    // What has nothing below it cannot be unfolded.
    const open = below.length > 0 && !folded.has(id)
    const heading = { id, parent: 0, text, start, end, $group: true, open }
    return [heading, ...below.map((task) => ({ ...task, parent: id, data: null, $grouped: true }))]
  })
  const NewTree = tasks.constructor as new (tasks: readonly object[]) => Tree
  const tree = new NewTree(items)
  if (isFiltered(api)) tree.filterTree(() => true)
  return tree
}

/** Of what is looked for; without that, also those that wait for their first task. */
export function groupsOf(api: IApi, grouping: Grouping, team: TeamState): TaskGroup<Row>[] {
  const { tasks } = api.getState()
  const isAll = !isFiltered(api)
  const rows: Row[] = []
  tasks.forEach((task) => {
    if (isAll || tasks.isFilteredId(task.id)) rows.push(task)
  })
  const peopleOn = ({ id }: Row) => assignedTo(team, id).map(({ name }) => name)
  const people = membersOf(team).map(({ name }) => name)
  const empty = isAll && rows.length > 0 ? groupsToFill(grouping, people) : []
  return groupTasks(rows, grouping, peopleOn, { empty })
}

function isFiltered(api: IApi): boolean {
  return Boolean((api.getState() as unknown as { _isFiltered?: boolean })._isFiltered)
}

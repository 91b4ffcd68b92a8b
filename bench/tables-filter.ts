import { isAsked } from './compare.ts'
import { finding, pairedRatio, rowOf } from './files-measure.ts'
import type { Bench, Part, Timing } from './files-measure.ts'
import { getText } from './gantt-plan.ts'
import { filters, firstPage } from './tables-filters.ts'
import type { BenchFilter } from './tables-filters.ts'
import type { LongTable } from './long-table.ts'
import { timedRequest } from './tables-server.ts'

/** The first fifty rows that pass. */
export async function* benchFilter(bench: Bench, table: LongTable): AsyncGenerator<Part> {
  for (const [name, filter] of Object.entries(filters)) {
    if (isAsked(bench.options, `filter ${name}`)) {
      yield await benchOne(bench, table, name, filter)
    }
  }
}

async function benchOne(
  bench: Bench,
  { server }: LongTable,
  name: string,
  filter: BenchFilter,
): Promise<Part> {
  const { floor, options } = bench
  const bare = `/filter/${encodeURIComponent(name)}`
  const [page, counted] = [firstPage(filter, 'none'), firstPage(filter, 'exact')]
  if ((await getText(floor, bare)) !== (await getText(server, page))) {
    throw new Error(`${page} has not the rows that the floor finds.`)
  }
  const taken: Record<'floor' | 'page' | 'counted', Timing[]> = { floor: [], page: [], counted: [] }
  for (let n = 0; n < options.repeats; n++) {
    taken.floor.push(await timedRequest(options, floor, bare))
    taken.page.push(await timedRequest(options, server, page))
    taken.counted.push(await timedRequest(options, server, counted))
  }
  const { title, isQuick } = filter
  const goal = isQuick ? undefined : { atMost: 1.5 }
  return {
    title: `First page: ${title}`,
    rows: [
      rowOf('floor: the bare query', taken.floor),
      rowOf('Triptych, count=none', taken.page),
      rowOf('Triptych, with the count', taken.counted),
    ],
    findings: [
      finding(
        `filter ${name}: CPU, Triptych / floor`,
        pairedRatio(taken.page, taken.floor, 'cpu'),
        goal,
      ),
      finding(`filter ${name}: time, Triptych / floor`, pairedRatio(taken.page, taken.floor), goal),
    ],
  }
}

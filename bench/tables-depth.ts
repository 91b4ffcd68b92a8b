import { askWell, get, openClient } from './files-client.ts'
import { finding, pairedRatio, rowOf, timed } from './files-measure.ts'
import type { Bench, Part, Timing } from './files-measure.ts'
import type { Server } from './server.ts'
import { editCell } from './tables-edits.ts'
import type { LongTable } from './long-table.ts'
import { timedRequest } from './tables-server.ts'

const orders = {
  'in row order': '',
  'sorted by an index': '&sort=votes',
  'sorted down by an index': '&sort=-votes',
}

/** Fifty rows at the beginning and far behind it. */
export async function* benchDepth(bench: Bench, { server, rows }: LongTable): AsyncGenerator<Part> {
  // A known place, and one just before the next: places along the way are known in steps.
  const [round, odd] = [Math.floor(rows * 0.9), Math.floor(rows * 0.9049)]
  for (const [title, sort] of Object.entries(orders)) {
    const page = (start: number) => `/films?start=${start}&end=${start + 50}${sort}`
    const taken = new Map<number, Timing[]>([0, round, odd].map((start) => [start, []]))
    for (let n = 0; n < bench.options.repeats; n++) {
      for (const [start, timings] of taken) {
        timings.push(await timedRequest(bench.options, server, page(start)))
      }
    }
    const first = taken.get(0) ?? []
    const changed = await afterChanges(bench, server, [page(0), page(odd)])
    yield {
      title: `Pages of 50 rows, ${title}`,
      rows: [
        ...[...taken].map(([start, timings]) => rowOf(from(start), timings)),
        rowOf('from 0 on, right after a change', changed[0] ?? []),
        rowOf(`${from(odd)}, right after a change`, changed[1] ?? []),
      ],
      findings: [round, odd].flatMap((start) => {
        const deep = taken.get(start) ?? []
        const name = `page ${from(start)} ${title}`
        return [
          finding(`${name}: CPU / first`, pairedRatio(deep, first, 'cpu'), { atMost: 2 }),
          finding(`${name}: time / first`, pairedRatio(deep, first), { atMost: 2 }),
        ]
      }),
    }
  }
}

function from(start: number): string {
  return `from ${start.toLocaleString('en')} on`
}

/** Each page once after each change, when nothing is known about places any more. */
async function afterChanges(bench: Bench, server: Server, pages: string[]): Promise<Timing[][]> {
  const client = await openClient(server.port)
  const taken: Timing[][] = pages.map(() => [])
  for (let n = 0; n < bench.options.repeats; n++) {
    for (const [index, page] of pages.entries()) {
      await askWell(client, editCell(1))
      taken[index]?.push(await timed(server, async () => (await askWell(client, get(page))).ms))
    }
  }
  client.close()
  return taken
}

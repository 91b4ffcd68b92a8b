import type { ImportMode } from '@triptych/contract/plan-exchange'
import type { Context } from '../../../context.ts'
import type { Stores } from '../../../ports/database.ts'
import { nameOf, writeBaseline } from '../change-baselines.ts'
import type { NumberedTask } from './baseline-elements.ts'

export type KeepBaselines = (stores: Stores, tasks: readonly NumberedTask[]) => Promise<void>

/** Puts the baselines of a file beside those of the plan, each when its first task comes. */
export function baselineKeeper(ctx: Context, mode: ImportMode): KeepBaselines {
  const ids = new Map<number, number>()

  async function idOf(stores: Stores, number: number): Promise<number> {
    const isWhole = mode === 'replace'
    const { id } = await writeBaseline(ctx, stores, { name: nameOf(number), isWhole, number })
    ids.set(number, id)
    return id
  }

  return async (stores, tasks) => {
    for (const [number, some] of Map.groupBy(tasks, (one) => one.number)) {
      const id = ids.get(number) ?? (await idOf(stores, number))
      await stores.baselines.addTasks(
        id,
        some.map(({ task }) => task),
      )
    }
  }
}

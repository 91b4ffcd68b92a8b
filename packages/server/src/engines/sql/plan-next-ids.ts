import type { PlanKind, PlanStore } from '../../ports/plan-store.ts'
import { identifier, sql } from './sql.ts'
import type { SqlSession } from './sql.ts'

const columns: Record<PlanKind, ReturnType<typeof identifier>> = {
  task: identifier('next_task'),
  link: identifier('next_link'),
  assignment: identifier('next_assignment'),
  resource: identifier('next_resource'),
}

export function planIds(session: SqlSession): Pick<PlanStore, 'nextId' | 'reserveId'> {
  return {
    async nextId(kind) {
      const column = columns[kind]
      const row = await session.get(sql`select ${column} from _plan`)
      const id = Number(row?.[0])
      await session.run(sql`update _plan set ${column} = ${id + 1}`)
      return id
    },

    async reserveId(kind, id) {
      const column = columns[kind]
      await session.run(sql`update _plan set ${column} = ${id + 1} where ${column} <= ${id}`)
    },
  }
}

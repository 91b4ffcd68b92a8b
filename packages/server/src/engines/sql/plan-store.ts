import type { PlanStore } from '../../ports/plan-store.ts'
import type { Dialect } from './dialect.ts'
import { planAssignments } from './plan-assignments.ts'
import { planIds } from './plan-next-ids.ts'
import { planLinks } from './plan-links.ts'
import { planMemory } from './plan-memory.ts'
import { planResources } from './plan-resources.ts'
import { planTaskChanges } from './plan-task-changes.ts'
import { planTaskPage } from './plan-task-page.ts'
import { planTasks } from './plan-tasks.ts'
import { sql } from './sql.ts'
import type { SqlSession } from './sql.ts'

export function sqlPlanStore(session: SqlSession, dialect: Dialect): PlanStore {
  return {
    ...planTasks(session, dialect),
    ...planTaskChanges(session, dialect),
    ...planLinks(session, dialect),
    ...planAssignments(session, dialect),
    ...planResources(session),
    ...planMemory(session),
    ...planIds(session),
    taskPage: planTaskPage(session, dialect),

    async revision() {
      const row = await session.get(sql`select revision from _plan`)
      return Number(row?.[0])
    },

    touch: (revision) => session.run(sql`update _plan set revision = ${revision}`),
  }
}

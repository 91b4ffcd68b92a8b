import type { PlanStore } from '../../ports/plan-store.ts'
import { copyColumns, copyOf } from './plan-rows.ts'
import { sql } from './sql.ts'
import type { SqlSession } from './sql.ts'

type Memory = Pick<
  PlanStore,
  'copiesBetween' | 'addCopy' | 'forgetCopies' | 'realId' | 'rememberId' | 'forgetIds'
>

/** What is kept for minutes only: copies that belong together, and the ids of clients. */
export function planMemory(session: SqlSession): Memory {
  return {
    async copiesBetween(from, to, at) {
      const rows = await session.all(
        sql`select ${copyColumns} from _task_copies
            where number >= ${from} and number <= ${to} and made >= ${at} order by number, copy`,
      )
      return rows.map(copyOf)
    },

    addCopy: ({ number, source, copy, isRoot, at }) =>
      session.run(
        sql`insert into _task_copies (copy, number, source, is_root, made)
            values (${copy}, ${number}, ${source}, ${Number(isRoot)}, ${at})`,
      ),

    async forgetCopies(at) {
      const rows = await session.all(
        sql`select copy from _task_copies join _tasks on id = copy
            where made < ${at} and parent = -1 order by copy`,
      )
      await session.run(sql`delete from _task_copies where made < ${at}`)
      return rows.map(([copy]) => Number(copy))
    },

    async realId(client, temporary) {
      const row = await session.get(
        sql`select id from _temp_ids where client = ${client} and temporary = ${temporary}`,
      )
      return row ? Number(row[0]) : null
    },

    rememberId: (client, temporary, id, at) =>
      session.run(
        sql`insert into _temp_ids (client, temporary, id, made)
            values (${client}, ${temporary}, ${id}, ${at})
            on conflict (client, temporary) do update set id = excluded.id, made = excluded.made`,
      ),

    forgetIds: (at) => session.run(sql`delete from _temp_ids where made < ${at}`),
  }
}

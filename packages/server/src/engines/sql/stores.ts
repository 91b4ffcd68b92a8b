import type { Table } from '@triptych/contract/tables'
import type { Stores } from '../../ports/database.ts'
import { sqlChangeLog } from './core/change-log.ts'
import { sqlHistory } from './core/history.ts'
import type { Dialect } from './core/dialect.ts'
import { sqlDump } from './dump.ts'
import { sqlFileContents } from './files/file-contents.ts'
import { sqlFileIndex } from './files/file-index.ts'
import { sqlTitle } from './core/title.ts'
import { sqlIdempotencyStore } from './core/idempotency-store.ts'
import { sqlCommentStore } from './core/comment-store.ts'
import { sqlRuleStore } from './core/rule-store.ts'
import { sqlKept } from './files/kept.ts'
import { sqlQuotas } from './files/quotas.ts'
import type { NameIndex } from './files/name-index.ts'
import { sqlStarStore } from './files/star-store.ts'
import { sqlShareStore } from './files/share-store.ts'
import { sqlBaselineStore } from './gantt/baseline-store.ts'
import { sqlGanttStore } from './gantt/gantt-store.ts'
import type { SqlSession } from './core/sql.ts'
import { sqlTableStore } from './tables/table-store.ts'

/** Everything that is kept in a database, by way of one connection to it. */
export function storesOn(
  session: SqlSession,
  dialect: Dialect,
  names: NameIndex,
  definitionOf: (text: string) => Table,
): Omit<Stores, 'attempt'> {
  return {
    tables: sqlTableStore(session, dialect, definitionOf),
    changes: sqlChangeLog(session, dialect),
    history: sqlHistory(session, dialect),
    files: sqlFileIndex(session, dialect, names),
    contents: sqlFileContents(session),
    quotas: sqlQuotas(session),
    kept: sqlKept(session),
    gantt: sqlGanttStore(session, dialect),
    idempotency: sqlIdempotencyStore(session),
    shares: sqlShareStore(session),
    rules: sqlRuleStore(session),
    comments: sqlCommentStore(session),
    stars: sqlStarStore(session),
    baselines: sqlBaselineStore(session, dialect),
    title: sqlTitle(session),
    dump: sqlDump(session, dialect, definitionOf),
  }
}

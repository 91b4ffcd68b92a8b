import { setTimeout as sleep } from 'node:timers/promises'
import { inFlight } from '../../concurrency/in-flight.ts'
import { mutex } from '../../concurrency/mutex.ts'
import type { Asker } from '../../asker.ts'
import { AppError } from '../../errors.ts'
import { newMemo } from '../../memo.ts'
import type { Observe } from '../../observe/observation.ts'
import type { Database, ReadStores, Stores } from '../../ports/database.ts'
import { attemptsOn, groupCommit } from '../sql/core/group-commit.ts'
import { spooled } from '../sql/core/spool.ts'
import { newestEntry, quotedName } from '../sql/core/sql.ts'
import type { SqlSession } from '../sql/core/sql.ts'
import { storesOn } from '../sql/stores.ts'
import { rememberedDefinitions } from '../sql/tables/table-sql.ts'
import { postgresDialect } from './dialect.ts'
import { isTaken } from './map-errors.ts'
import { migrate, refuseNewer } from './migrate.ts'
import { postgresNameIndex } from './name-search.ts'
import type { Postgres } from './postgres.ts'
import { preparedNames, unprepared } from './session.ts'
import { openPresenceStore } from './presence-store.ts'
import { snapshots } from './snapshots.ts'
import { openWriter } from './writer.ts'

/** A statement of a long read may take so long. */
const statementTimeout = '30s'
/** So soon the database sees that a connection was cut off because nobody waits for the answer. */
const checkInterval = '500ms'
/** Whoever changes the shape of a table waits so long for those who read it; others wait for him. */
const lockTimeout = '200ms'

/** One schema of a PostgreSQL database; it is made if it is not there. */
export async function openPostgresDatabase(
  postgres: Postgres,
  schema: string,
  observe: Observe = () => {},
): Promise<Database> {
  const { connections, notifications } = postgres
  const { id, secret, hasNameIndex, version } = await migrate(connections, schema)
  const names = postgresNameIndex(hasNameIndex)
  const definitionOf = rememberedDefinitions()
  const storesFor = (session: SqlSession): Omit<Stores, 'attempt'> =>
    storesOn(session, postgresDialect, names, definitionOf)
  const nameOf = (await postgres.canPrepare()) ? preparedNames(schema) : unprepared

  // For this transaction only: the connection may be another one's next.
  const inSchema = `set local search_path to ${quotedName(schema)}, pg_catalog`
  /** The oldest version that may go on: a newer server may change the schema at any time. */
  let required = version
  const snapshot = `begin isolation level repeatable read; ${inSchema}`
  const writer = openWriter(
    connections,
    `begin; ${inSchema}; select one from _head for update;
     set local lock_timeout to '${lockTimeout}';
     select oldest, coalesce(revision, 0), hash from _schema
     left join (${newestEntry.text}) as newest on true`,
    nameOf,
    (oldest) => {
      required = oldest
      refuseNewer(required, version)
    },
  )
  const opened = { connections, nameOf, storesFor }
  const short = snapshots({
    ...opened,
    opening: `${snapshot}; set transaction read only`,
  })
  const long = snapshots({
    ...opened,
    opening: `${snapshot}; set local statement_timeout to '${statementTimeout}';
      set local client_connection_check_interval to '${checkInterval}'`,
  })
  async function* streamed<T>(
    work: (stores: ReadStores) => AsyncIterable<T>,
    asker: Asker | null,
  ): AsyncGenerator<T> {
    const leave = await postgres.streams.acquire(asker)
    try {
      yield* long.stream(work, asker && asker.signal)
    } finally {
      leave()
    }
  }

  const attempts = attemptsOn(writer)
  const stores: Stores = { ...storesFor(writer.session), attempt: (work) => attempts.run(work) }
  const listeners = new Set<() => void>()
  const wake = (): void => listeners.forEach((listener) => listener())
  const deaf = notifications.on(schema, wake)
  const people = openPresenceStore(postgres, schema)
  const reads = inFlight(stopping)
  const group = groupCommit(
    writer,
    {
      ...attempts,
      begin(mode) {
        writer.setMode(mode)
        attempts.begin(mode)
      },
    },
    stores,
    mutex(),
    observe,
    () => {
      wake()
      notifications.tell(schema)
    },
  )

  let closed = false
  function open(): void {
    if (closed) throw stopping()
    refuseNewer(required, version)
  }

  return {
    id,
    secret,
    async read(work) {
      open()
      return reads.run(() => short.read(work))
    },
    async transact(work, budget) {
      open()
      return whenFree(() => group.transact(work, budget))
    },
    async readLong(work, asker = null, isHeavy = false) {
      open()
      const once = (signal: AbortSignal) => long.read(work, signal)
      return reads.run(() => postgres.queries.run(asker, once, isHeavy ? 'slow' : 'quick'))
    },
    async *stream(work, asker = null) {
      open()
      yield* asker ? spooled(streamed(work, asker), postgres.spool) : streamed(work, null)
    },
    async check() {
      open()
      await reads.run(() => short.read(({ changes }) => changes.head()))
    },
    onCommit(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    // Other servers may write.
    commits: () => null,
    memo: newMemo(),
    presence: people,
    async close() {
      if (closed) return
      closed = true
      deaf()
      await people.close()
      await group.idle()
      await reads.end()
    },
  }
}

function stopping(): AppError {
  return new AppError('unavailable', 'The server is stopping.')
}

/** A read that ends within this time is waited for. */
const timeoutMs = 10_000

const pauseMs = 400

/**
 * A table that is read cannot get another shape, and while somebody waits for it nobody else can
 * read it. So one waits for a moment only (`lock_timeout`), lets the others go on, and begins anew.
 */
async function whenFree<T>(work: () => Promise<T>): Promise<T> {
  const end = performance.now() + timeoutMs
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isTaken(error) || performance.now() > end) throw error
    }
    await sleep(pauseMs)
  }
}

import { randomBytes } from 'node:crypto'
import type { PoolClient } from 'pg'
import { inFlight } from '../../concurrency/in-flight.ts'
import { mutex } from '../../concurrency/mutex.ts'
import { AppError } from '../../errors.ts'
import type { Observe } from '../../observe/observation.ts'
import type { AccountsDatabase } from '../../ports/accounts.ts'
import { sqlAccountReader } from '../sql/accounts/account-reader.ts'
import { sqlAccountStore } from '../sql/accounts/account-store.ts'
import { attemptsOn, groupCommit } from '../sql/core/group-commit.ts'
import { quotedName } from '../sql/core/sql.ts'
import { toAppError } from './map-errors.ts'
import { migrateSchema, refuseNewer } from './migrate.ts'
import type { Postgres } from './postgres.ts'
import { preparedNames, unprepared } from './session.ts'
import { snapshots } from './snapshots.ts'
import { watchRevision } from './watch-revision.ts'
import { openWriter } from './writer.ts'

const migrations = new URL('./account-migrations/', import.meta.url)

/** No workspace has an underscore in its name, and no draft begins like this. */
const usualSchema = 'triptych_accounts'

/** The accounts of all servers on this database; their schema is made if it is not there. */
export async function openPostgresAccounts(
  postgres: Postgres,
  observe: Observe = () => {},
  schema = usualSchema,
): Promise<AccountsDatabase> {
  const { connections, notifications } = postgres
  const { secret, revision, version } = await migrateSchema(
    connections,
    schema,
    migrations,
    async (client, found) => ({ ...(await serverOf(client)), version: found }),
  )
  const nameOf = (await postgres.canPrepare()) ? preparedNames(schema) : unprepared

  // For this transaction only: the connection may be another one's next.
  const inSchema = `set local search_path to ${quotedName(schema)}, pg_catalog`
  /** The oldest version that may go on: a newer server may change the schema at any time. */
  let required = version
  const writer = openWriter(
    connections,
    `begin; ${inSchema}; select one from _head for update;
     select oldest, 0, null from _schema`,
    nameOf,
    (oldest) => {
      required = oldest
      refuseNewer(required, version)
    },
  )
  const short = snapshots({
    connections,
    opening: `begin isolation level repeatable read; ${inSchema}; set transaction read only`,
    nameOf,
    storesFor: sqlAccountReader,
  })
  const reads = inFlight(stopping)
  const watch = watchRevision(
    () => reads.run(() => short.read((store) => store.revision())),
    revision,
  )
  const deaf = notifications.on(schema, () => watch.look())

  let isTouched = false
  const attempts = attemptsOn(writer)
  const group = groupCommit(
    writer,
    {
      ...attempts,
      begin(mode) {
        writer.setMode(mode)
        attempts.begin(mode)
      },
    },
    sqlAccountStore(writer.session, () => (isTouched = true)),
    mutex(),
    observe,
    () => {
      if (!isTouched) return
      isTouched = false
      watch.tell()
      notifications.tell(schema)
    },
  )

  let closed = false
  function open(): void {
    if (closed) throw stopping()
    refuseNewer(required, version)
  }

  return {
    secret,
    async read(work) {
      open()
      return reads.run(() => short.read(work))
    },
    async transact(work) {
      open()
      return group.transact(work)
    },
    onChange: (listener) => watch.on(listener),
    async close() {
      if (closed) return
      closed = true
      deaf()
      await group.idle()
      watch.close()
      await reads.end()
    },
  }
}

/** Whether there is a schema of theirs. */
export async function hasPostgresAccounts({ connections }: Postgres): Promise<boolean> {
  const client = await connections.take()
  let state: 'sound' | 'broken' = 'broken'
  try {
    const { rows } = await client.query(
      'select 1 from pg_catalog.pg_namespace where nspname = $1',
      [usualSchema],
    )
    state = 'sound'
    return rows.length > 0
  } catch (error) {
    throw toAppError(error)
  } finally {
    connections.giveBack(client, state)
  }
}

async function serverOf(client: PoolClient): Promise<{ secret: string; revision: number }> {
  const made = randomBytes(32).toString('hex')
  await client.query(
    `insert into _server (secret, revision)
     select '${made}', 0 where not exists (select from _server)`,
  )
  const { rows } = await client.query<[string, number]>({
    text: 'select secret, revision from _server',
    rowMode: 'array',
  })
  const [secret, revision] = rows[0]!
  return { secret, revision }
}

function stopping(): AppError {
  return new AppError('unavailable', 'The server is stopping.')
}

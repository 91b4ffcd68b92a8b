import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { NewTable } from '@triptych/contract/tables'
import { localPrincipal } from '../../../auth/principal.ts'
import { freeBudget } from '../../../budget.ts'
import { shapeConfig } from '../../../config/config.ts'
import type { Context } from '../../../context.ts'
import { openData } from '../../../open-data.ts'
import type { Database } from '../../../ports/database.ts'
import { createTable } from '../create-table.ts'
import { deleteRow } from '../delete-row.ts'
import { changeTable } from '../schema/change-table.ts'
import { addRows } from './add-rows.ts'
import { changeRows } from './change-rows.ts'
import { deleteRows } from './delete-rows.ts'

const folder = mkdtempSync(join(tmpdir(), 'triptych-found-'))
const closers: (() => Promise<void>)[] = []
after(async () => {
  for (const close of closers) await close()
  rmSync(folder, { recursive: true, force: true })
})

let opened = 0
const film = { name: 'film', type: 'integer', reference: { table: 'films', onDelete: 'clear' } }

/** A database in a file, with films of the numbers 0 to 4 and of the ids 1 to 5, and empty roles. */
async function films(): Promise<Context> {
  const { shared, closeData } = await openData(
    shapeConfig({ data: join(folder, String(++opened)) }),
    () => {},
  )
  closers.push(closeData)
  const workspace = (await shared.workspaces.create('main'))!
  const ctx = {
    ...shared,
    workspace,
    principal: localPrincipal,
    origin: null,
    address: null,
    step: 'step',
    asker: null,
    budget: freeBudget(),
  }
  const columns = [{ name: 'n', type: 'integer' }]
  await createTable(ctx, NewTable.parse({ name: 'films', columns }))
  await createTable(ctx, NewTable.parse({ name: 'roles', columns: [film] }))
  await add(
    ctx,
    'films',
    [0, 1, 2, 3, 4].map((n) => ({ n })),
  )
  return ctx
}

const add = (ctx: Context, table: string, rows: Record<string, number>[]) =>
  addRows(ctx, { table, rows, dryRun: false })

const atLeast = (n: number) => ({
  rules: [{ field: 'n', filter: 'greaterOrEqual', value: n }],
})

const deletion = (n: number, dryRun = false) => ({
  table: 'films',
  query: { filter: atLeast(n) },
  max: undefined,
  dryRun,
})

const change = (set: Record<string, number>, table = 'films', dryRun = false) => ({
  table,
  filter: table === 'films' ? atLeast(2) : {},
  set,
  dryRun,
})

async function numbers({ workspace }: Context): Promise<unknown[]> {
  return workspace.database.read(async ({ tables }) => {
    const { table } = (await tables.find('films'))!
    return (await tables.cells(table, ['n'], 0, 100)).map(({ id, values }) => [id, values[0]])
  })
}

/** The same, but for an edit of somebody else right after each look at the database. */
function disturbed(ctx: Context, edit: () => Promise<unknown>): Context {
  const { workspace } = ctx
  const database: Database = {
    ...workspace.database,
    async readLong(work) {
      const found = await workspace.database.readLong(work)
      await edit()
      return found
    },
  }
  return { ...ctx, workspace: { ...workspace, database } }
}

describe('rows that change between the look and the transaction', () => {
  it('are deleted as they are then', async () => {
    const ctx = await films()
    const edited = disturbed(ctx, () => changeRows(ctx, change({ n: 9 })))

    assert.deepEqual(await deleteRows(edited, deletion(9)), { deleted: 3 })
    assert.deepEqual(await numbers(ctx), [
      [1, 0],
      [2, 1],
    ])
  })

  it('are counted as they are then', async () => {
    const ctx = await films()
    const edited = disturbed(ctx, () => add(ctx, 'films', [{ n: 7 }]))

    const limited = { ...deletion(2), max: 3 }
    await assert.rejects(deleteRows(edited, limited), { code: 'tables.too_many_rows' })
    assert.equal((await numbers(ctx)).length, 6)
    assert.deepEqual(await deleteRows(ctx, { ...limited, max: 4 }), { deleted: 4 })
  })

  it('are changed as they are then', async () => {
    const ctx = await films()
    const edited = disturbed(ctx, () =>
      deleteRow(ctx, { table: 'films', id: '4', precondition: null }),
    )

    assert.deepEqual(await changeRows(edited, change({ n: 3 })), { changed: 2 })
    assert.deepEqual(await numbers(ctx), [
      [1, 0],
      [2, 1],
      [3, 3],
      [5, 3],
    ])
  })

  it('are those of the table as it is then', async () => {
    const ctx = await films()
    const changes = [{ renameColumn: { from: 'n', to: 'm' } }]
    const edited = disturbed(ctx, () =>
      changeTable(ctx, { table: 'films', changes, dryRun: false }),
    )

    await assert.rejects(deleteRows(edited, deletion(2)), { code: 'tables.bad_query' })
  })

  it('name no row of another table that is gone by then', async () => {
    const ctx = await films()
    await add(ctx, 'roles', [{}, {}])
    const edited = disturbed(ctx, () =>
      deleteRow(ctx, { table: 'films', id: '5', precondition: null }),
    )

    await assert.rejects(changeRows(edited, change({ film: 5 }, 'roles')), {
      code: 'tables.no_such_reference',
    })
  })

  it('lose the names of rows that are deleted, also of late ones', async () => {
    const ctx = await films()
    const edited = disturbed(ctx, () => add(ctx, 'roles', [{ film: 5 }, { film: 1 }]))

    assert.deepEqual(await deleteRows(edited, deletion(2)), { deleted: 3 })
    const held = await ctx.workspace.database.read(async ({ tables }) => {
      const { table } = (await tables.find('roles'))!
      return (await tables.cells(table, ['film'], 0, 100)).map(({ values }) => values[0])
    })
    assert.deepEqual(held, [null, 1])
  })
})

describe('a dry run', () => {
  it('does not wait for a writer, and sees nothing of it', async () => {
    const ctx = await films()
    const { promise: isOver, resolve: end } = Promise.withResolvers<void>()
    const { promise: hasWritten, resolve: written } = Promise.withResolvers<void>()
    const writing = ctx.workspace.database.transact(async ({ tables }) => {
      const { table } = (await tables.find('films'))!
      await tables.removeMany(table, [5], 1000)
      written()
      await isOver
    })
    await hasWritten

    assert.deepEqual(await deleteRows(ctx, deletion(2, true)), { deleted: 3 })
    assert.deepEqual(await changeRows(ctx, change({ n: 4 }, 'films', true)), { changed: 2 })

    end()
    await writing
    assert.deepEqual(await deleteRows(ctx, deletion(2, true)), { deleted: 2 })
  })
})

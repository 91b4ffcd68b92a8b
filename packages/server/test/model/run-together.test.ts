import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { localPrincipal } from '../../src/auth/principal.ts'
import { freeBudget } from '../../src/budget.ts'
import { shapeConfig } from '../../src/config/config.ts'
import type { Context } from '../../src/context.ts'
import { addTask } from '../../src/domain/gantt/add-task.ts'
import { recordChange } from '../../src/domain/record-change.ts'
import { runTogether } from '../../src/domain/run-together.ts'
import { openData } from '../../src/open-data.ts'
import type { Stores } from '../../src/ports/database.ts'

const closers: (() => Promise<void>)[] = []
after(() => Promise.all(closers.map((close) => close())))

async function emptyWorkspace() {
  const { shared, closeData } = await openData(shapeConfig({ data: ':memory:' }), () => {})
  closers.push(closeData)
  const workspace = await shared.workspaces.create('main')
  assert.ok(workspace)
  const ctx: Context = {
    ...shared,
    workspace,
    principal: localPrincipal,
    origin: null,
    address: null,
    step: 'step',
    asker: null,
    budget: freeBudget(),
  }
  const log = async () => {
    const entries = await workspace.database.read(({ changes }) => changes.since(0, 1000))
    return entries.map(({ json }) => String(JSON.parse(json).entity))
  }
  return { ctx, log }
}

function note(ctx: Context, stores: Stores, entity: string): Promise<number> {
  const change = { area: 'files', operation: 'file-added', before: null, after: null } as const
  return recordChange(ctx, stores, { ...change, entity })
}

/** A use-case of two changes, which fails after both where it is told to. */
function noteTwice(ctx: Context, name: string, fails = false): Promise<number> {
  return ctx.workspace.database.transact(async (stores) => {
    await note(ctx, stores, `${name} begun`)
    const revision = await note(ctx, stores, name)
    if (fails) throw new Error('no')
    return revision
  })
}

const seen = () => ({ revision: 0 })

describe('use-cases that run together', () => {
  it('leave nothing in the log when they fail after their changes', async () => {
    const { ctx, log } = await emptyWorkspace()
    const kept: string[] = []

    const revisions = await runTogether(ctx, async (joined) => {
      const told: number[] = []
      for (let n = 0; n < 100; n++) {
        const fails = n % 3 === 0
        const noted = noteTwice(joined, `n${n}`, fails)
        if (fails) await assert.rejects(noted)
        else {
          told.push(await noted)
          kept.push(`n${n} begun`, `n${n}`)
        }
      }
      return told
    })

    assert.deepEqual(await log(), kept)
    assert.deepEqual(
      revisions,
      revisions.map((_, index) => 2 * (index + 1)),
    )
  })

  it('leave nothing in what is remembered of the database', async () => {
    const { ctx } = await emptyWorkspace()

    const failing = runTogether(ctx, async ({ workspace }) => {
      workspace.database.memo(seen).revision = 7
      throw new Error('no')
    })

    await assert.rejects(failing)
    assert.equal(ctx.workspace.database.memo(seen).revision, 0)
    assert.equal(ctx.workspace.database.memo(seen), ctx.workspace.database.memo(seen))
  })

  it('leave nothing when one within another fails, and keep the rest of the outer one', async () => {
    const { ctx, log } = await emptyWorkspace()

    await runTogether(ctx, (outer) =>
      runTogether(outer, async (inner) => {
        await noteTwice(inner, 'a')
        await assert.rejects(noteTwice(inner, 'b', true))
        await inner.workspace.database.transact(async (stores) => {
          await note(inner, stores, 'c')
          await assert.rejects(
            stores.attempt(async () => {
              await note(inner, stores, 'd')
              throw new Error('no')
            }),
          )
        })
      }),
    )

    assert.deepEqual(await log(), ['a begun', 'a', 'c'])
  })

  it('leave no task when they fail after they added some, and keep the others in their order', async () => {
    const { ctx } = await emptyWorkspace()
    const { database } = ctx.workspace

    const kept = await runTogether(ctx, async (joined) => {
      const all: number[] = []
      for (let n = 0; n < 120; n++) {
        const added = joined.workspace.database.transact(async () => {
          const ids: number[] = []
          for (const text of ['one', 'other']) ids.push((await addTask(joined, { text })).id)
          if (n % 3 === 0) throw new Error('no')
          return ids
        })
        if (n % 3 === 0) await assert.rejects(added, /no/)
        else all.push(...(await added))
      }
      return all
    })

    const tasks = await database.read(({ gantt }) => gantt.childrenOf(0))
    assert.deepEqual(
      tasks.map(({ id }) => id),
      kept,
    )
    assert.equal(new Set(tasks.map(({ version }) => version)).size, kept.length)
  })

  it('are told revisions that the tasks they made have, and that the plan has in the end', async () => {
    const { ctx } = await emptyWorkspace()

    const ids = await runTogether(ctx, async (joined) => {
      await noteTwice(joined, 'a')
      return [await addTask(joined, { text: 'one' }), await addTask(joined, { text: 'two' })]
    })

    const { database } = ctx.workspace
    const found = await database.read(async ({ gantt }) => [
      ...(await gantt.childrenOf(0)).map(({ id, version }) => [id, version]),
      await gantt.revision(),
    ])
    assert.deepEqual(found, [[ids[0]?.id, 3], [ids[1]?.id, 4], 4])
  })
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { costLimits, newBudget, TooCostly } from './budget.ts'
import { plainRoute, routeServer } from '../test/fixtures/route-server.ts'

describe('a budget', () => {
  it('is spent by all together, and refuses what is more', () => {
    const budget = newBudget(() => false)
    budget.spend('rows', costLimits.rows - 1)
    budget.spend('tasks', costLimits.tasks)
    budget.spend('rows', 1)

    assert.throws(() => budget.spend('rows', 1), {
      name: 'TooCostly',
      code: 'request.too_costly',
      details: { cost: 'rows', limit: costLimits.rows },
    })
  })

  it('begins anew with a transaction, but does not try again what was too much', () => {
    const budget = newBudget(() => false)
    budget.spend('rows', costLimits.rows)
    budget.begin()
    budget.spend('rows', costLimits.rows)
    budget.check()

    assert.throws(() => budget.spend('rows', 1), TooCostly)
    budget.begin()
    assert.throws(() => budget.check(), { code: 'request.too_costly' })
  })

  it('ends what goes on for nobody, but not what was sent a moment ago', async () => {
    const [left, stayed] = [newBudget(() => true), newBudget(() => false)]
    left.check()

    await sleep(2100)

    assert.throws(() => left.check(), { code: 'unavailable' })
    stayed.check()
  })

  it('of a request sees that its client has left', async () => {
    const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>()
    const { promise: ended, resolve: end } = Promise.withResolvers<string>()
    const { url } = await routeServer([
      plainRoute('POST', '/work', async ({ context }) => {
        arrive()
        for (;;) {
          await sleep(50)
          try {
            context.budget.check()
          } catch (error) {
            end(String(error))
            throw error
          }
        }
      }),
    ])
    const leaving = new AbortController()
    const answer = fetch(`${url}work`, { method: 'POST', signal: leaving.signal })
    await arrived
    leaving.abort()

    await assert.rejects(answer)
    assert.match(await ended, /Nobody waits/)
  })
})

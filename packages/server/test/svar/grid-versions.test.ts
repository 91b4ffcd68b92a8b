import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { describe, it } from 'node:test'
import { assertReloadShowsTheSame, versions } from './grid-client.ts'
import type { ClientOptions } from './grid-client.ts'
import { plain, withEveryClient } from './grid-server.ts'
import type { GridTable } from './grid-server.ts'

const { resolve } = createRequire(import.meta.url)

function versionOf(name: string): string {
  const file = resolve(name).replace(/dist.*$/, 'package.json')
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version
}

describe('the packages', () => {
  it('are the published ones that the tests speak of', () => {
    const providers = ['@svar-ui/grid-data-provider', 'grid-data-provider-2-6']

    assert.deepEqual(providers.map(versionOf), versions)
    assert.equal(versionOf('@svar-ui/grid-store'), '2.7.3')
  })
})

withEveryClient((server, version) => {
  describe('the addresses', () => {
    it('are those of this version of the provider', async () => {
      const { name, ...table } = await server.table([{ name: 'name', type: 'text' }])

      await everyAction(table)

      // Up to 2.6.0 the address of the table itself gets a slash at its end.
      const list = version === '2.6.0' ? `/${name}/` : `/${name}`
      assert.deepEqual(server.requests(name), [
        `GET ${list}`,
        `POST ${list}`,
        `PUT /${name}/1`,
        `PATCH /${name}/1`,
        `GET ${list}`,
        `DELETE /${name}/1`,
      ])
    })

    it('may have a slash at their end', async () => {
      const table = await server.table([{ name: 'name', type: 'text' }])

      await everyAction(table, { url: `${table.url}/` })

      const [list, , update] = server.requests(table.name)
      assert.match(list!, version === '2.6.0' ? /[^/]\/\/$/ : /[^/]\/$/)
      assert.match(update!, /[^/]\/\/1$/)
    })

    it('may begin with the version of the API', async () => {
      const table = await server.table([{ name: 'name', type: 'text' }])

      await everyAction(table, { url: `${server.url}v1/${table.name}` })

      assert.deepEqual(await table.rows(), [])
    })

    it('may be those of another workspace, which has tables of its own', async () => {
      const table = await server.table([{ name: 'name', type: 'text' }], [{ name: 'main' }])
      const other = `${server.url}w/other-${table.name}`
      await plain('POST', `${server.url}workspaces`, { name: `other-${table.name}` })
      await plain('POST', `${other}/tables`, { name: table.name, columns: table.columns })

      await everyAction(table, { url: `${other}/${table.name}` })

      assert.deepEqual(await table.rows(), [{ id: 1, name: 'main' }])
    })
  })
})

/** One row through its life: each request of the provider once, and a reload. */
async function everyAction(
  table: Pick<GridTable, 'open'>,
  options: Partial<ClientOptions> = {},
): Promise<void> {
  const client = await table.open(options)
  const { id } = await client.act('add-row', { row: { name: 'new' } })
  await client.act('update-row', { id: id, row: { name: 'newer' } })
  await client.act('update-cell', { id: id, column: 'name', value: 'newest' })
  const rows = await assertReloadShowsTheSame(client)
  assert.deepEqual(rows, [{ id: 1, name: 'newest' }])
  const { response } = await client.act('delete-row', { id: id })
  assert.deepEqual(response, { id: 1 })
}

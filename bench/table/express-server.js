/**
 * A server as people write it: Express, better-sqlite3 with what it sets by itself, nothing else. Only `synced` has it wait
 * until a commit is on the disk.
 */
import Database from 'better-sqlite3'
import express from 'express'
import { createWriteStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

const [database, files, synced] = process.argv.slice(2)
const db = new Database(database)
db.pragma('journal_mode = WAL')
if (synced === 'synced') db.pragma('synchronous = FULL')

const app = express()

app.use('/files', express.static(files))
// oxlint-disable-next-line no-async-endpoint-handlers -- Express 5 waits for them
app.put('/files/:name', async (request, response) => {
  await pipeline(request, createWriteStream(join(files, request.params.name)))
  response.status(201).json({})
})
// oxlint-disable-next-line no-async-endpoint-handlers -- the same
app.get('/list/:folder', async (request, response) => {
  const folder = join(files, request.params.folder)
  const entries = (await readdir(folder)).map(async (name) => {
    const { size, mtime } = await stat(join(folder, name))
    return { name, size, date: mtime }
  })
  response.json(await Promise.all(entries))
})

app.use(express.json({ limit: '10mb' }))

app.get('/:table', (request, response) => {
  const { table } = request.params
  const { start, country, sort } = request.query
  if (start === undefined) {
    response.json(db.prepare(`select * from ${table}`).all())
    return
  }
  const where = country ? 'where country = ?' : ''
  const order = sort ? `order by ${sort} desc` : 'order by id'
  const values = country ? [country] : []
  const rows = db
    .prepare(`select * from ${table} ${where} ${order} limit 50 offset ?`)
    .all(...values, Number(start))
  const { total } = db.prepare(`select count(*) as total from ${table} ${where}`).get(...values)
  response.set('x-total-count', total).json(rows)
})

app.post('/:table', (request, response) => {
  const keys = Object.keys(request.body)
  const places = keys.map(() => '?').join(', ')
  const { lastInsertRowid } = db
    .prepare(`insert into ${request.params.table} (${keys.join(', ')}) values (${places})`)
    .run(...Object.values(request.body))
  response.status(201).json({ ...request.body, id: Number(lastInsertRowid) })
})

app.post('/:table/batch', (request, response) => {
  const { table } = request.params
  const add = db.transaction((rows) =>
    rows.map((row) => {
      const keys = Object.keys(row)
      const places = keys.map(() => '?').join(', ')
      const { lastInsertRowid } = db
        .prepare(`insert into ${table} (${keys.join(', ')}) values (${places})`)
        .run(...Object.values(row))
      return { id: Number(lastInsertRowid) }
    }),
  )
  response.json(add(request.body))
})

const update = (request, response) => {
  const { table, id } = request.params
  const sets = Object.keys(request.body).map((key) => `${key} = ?`)
  db.prepare(`update ${table} set ${sets.join(', ')} where id = ?`).run(
    ...Object.values(request.body),
    id,
  )
  response.json(db.prepare(`select * from ${table} where id = ?`).get(id))
}
app.patch('/:table/:id', update)
app.put('/:table/:id', update)

const server = app.listen(0, '127.0.0.1', () => {
  console.log(`Express is ready at http://127.0.0.1:${server.address().port}/`)
})

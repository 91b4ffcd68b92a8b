import Database from 'better-sqlite3'
import { columns, valuesOf } from './tables-rows.ts'

/** The floor of an import: rows that need not be read from anywhere, one statement for each. */
function insertRows(path: string, rows: number): void {
  const db = new Database(path)
  db.pragma('journal_mode = WAL')
  db.pragma('synchronous = FULL')
  db.pragma('cache_size = -32768')
  db.exec(
    `create table films (
       id integer not null primary key, "$order" text not null, "$version" integer not null,
       title text, country text, year integer, votes integer, rating real, released text
     ) strict;
     create index films_order on films ("$order", id);`,
  )
  const insert = db.prepare(
    `insert into films (id, "$order", "$version", ${columns.join(', ')}) values (?, ?, 1, ?, ?, ?, ?, ?, ?)`,
  )
  db.transaction(() => {
    for (let n = 0; n < rows; n++) {
      insert.run(n + 1, n.toString(36).padStart(5, '0'), ...valuesOf(n))
    }
  })()
  db.close()
}

if (import.meta.main) insertRows(process.argv[2] ?? '', Number(process.argv[3]))

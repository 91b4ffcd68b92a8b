import Database from 'better-sqlite3'
import { copyFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { taskOf, tasksOf } from '../gantt-plan.ts'
import { columns, valuesOf, writeCsv } from '../tables-rows.ts'
import { cli, runProgram } from '../tables-server.ts'

export const tableOf = (rows: number): string => `rows${rows}`

/** How many rows each table has: one for each size, and one that rows are added to. */
export type Tables = Map<string, number>
export const added = 'added'

export function tablesOf(sizes: number[]): Tables {
  return new Map([...sizes.map((size) => [tableOf(size), size] as const), [added, 50]])
}

/** Below a hundred children a task is not sent on demand, so that the answer holds the whole plan. */
export const family = 100

/** The same rows and tasks as one bare database; each server gets a copy of its own. */
export function makeDatabase(folder: string, tables: Tables, tasks = 0): string {
  const path = join(folder, 'bare.db')
  const db = new Database(path)
  db.pragma('journal_mode = WAL')
  for (const [name, rows] of tables) {
    db.exec(`create table "${name}" (id integer primary key, title text, country text,
      year integer, votes integer, rating real, released text)`)
    const insert = db.prepare(`insert into "${name}" values (null, ?, ?, ?, ?, ?, ?)`)
    db.transaction(() => {
      for (let n = 0; n < rows; n++) insert.run(...valuesOf(n))
    })()
  }
  const names = Object.keys(taskOf(1, 0))
  for (const name of ['tasks', 'edits', 'batch']) {
    db.exec(`create table ${name} (id integer primary key, ${names.slice(1).join(', ')})`)
    const insert = db.prepare(`insert into ${name} values (${names.map(() => '?').join(', ')})`)
    const all = name === 'batch' ? [] : tasksOf({ count: tasks, family })
    db.transaction(() => {
      for (const task of all) insert.run(...Object.values(task))
    })()
  }
  db.pragma('wal_checkpoint(truncate)')
  db.close()
  return path
}

export function copyDatabase(path: string, name: string): string {
  const copy = `${path}-${name}`
  copyFileSync(path, copy)
  return copy
}

/** The rows into the folder of a Triptych that does not run yet. */
export async function importRows(folder: string, tables: Tables, data: string): Promise<void> {
  for (const [name, rows] of tables) {
    const csv = join(folder, `${name}.csv`)
    await writeCsv(csv, rows)
    await runProgram([cli, 'tables', 'import', csv, name, '--data', data])
    rmSync(csv)
  }
}

/** The file that json-server serves. */
export function writeJson(folder: string, name: string, tables: Tables): string {
  const path = join(folder, `${name}.json`)
  const lists = [...tables].map(([table, rows]) => {
    return [table, Array.from({ length: rows }, (_, n) => rowOf(n))] as const
  })
  writeFileSync(path, JSON.stringify(Object.fromEntries(lists)))
  return path
}

export function rowOf(n: number): Record<string, unknown> {
  const values = valuesOf(n)
  const cells = columns.map((name, index) => [name, values[index]] as const)
  return { id: String(n + 1), ...Object.fromEntries(cells) }
}

import Database from 'better-sqlite3'
import { join } from 'node:path'

export interface DiskSpeed {
  /** Commits a second of one connection, one after the other. */
  full: number
  off: number
}

/** Tells whether a commit waits for the disk: with `synchronous=OFF` it never does. */
export function measureDisk(folder: string, seconds: number): DiskSpeed {
  return {
    full: commitsPerSecond(join(folder, 'full.db'), 'FULL', seconds),
    off: commitsPerSecond(join(folder, 'off.db'), 'OFF', seconds),
  }
}

function commitsPerSecond(path: string, synchronous: string, seconds: number): number {
  const db = new Database(path)
  db.pragma('journal_mode = WAL')
  db.pragma(`synchronous = ${synchronous}`)
  db.exec('create table commits (id integer primary key, n integer)')
  db.exec('insert into commits values (1, 0)')
  const commit = db.prepare('update commits set n = n + 1 where id = 1')

  const started = performance.now()
  let commits = 0
  for (; performance.now() - started < seconds * 1000; commits++) commit.run()
  const took = (performance.now() - started) / 1000
  db.close()
  return commits / took
}

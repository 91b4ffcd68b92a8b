import type Database from 'better-sqlite3'

/** Runs whatever came in one turn of the event loop in one transaction. */
export function groupCommit(db: Database.Database): (work: () => () => void) => void {
  const begin = db.prepare('begin immediate')
  const commit = db.prepare('commit')
  let waiting: (() => () => void)[] = []
  const flush = () => {
    const works = waiting
    waiting = []
    begin.run()
    const answers = works.map((work) => work())
    commit.run()
    for (const answer of answers) answer()
  }
  return (work) => {
    if (waiting.push(work) === 1) setImmediate(flush)
  }
}

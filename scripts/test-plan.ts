import { existsSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'

export type Stage = 'browser' | 'pure' | 'SQLite' | 'PostgreSQL' | 'accounts' | 'portable'

/** One process: a file with tests, or files that may share one. */
export interface Job {
  stage: Stage
  files: string[]
  /** Whether it shows something in a browser: of these there are fewer at once. */
  isShown: boolean
}

/** Where a file comes by its imports. */
export interface Reach {
  files: ReadonlySet<string>
  packages: ReadonlySet<string>
}

/** Who uses it runs on the engine that a variable names. */
const engine = /^packages\/server\/test\/(.+\/)?engine\.ts$/
/** Who uses it can have servers with accounts, unless it chooses for itself which it has. */
const eitherWay = 'packages/server/test/fixtures/test-server.ts'
const choosesAccounts = 'packages/server/test/fixtures/accounts-api.ts'
const browser = 'apps/web/test/browser.ts'
/** Who uses one of them can have a folder of files: in its own process, or in that of a program which it starts. */
const folders =
  /^packages\/server\/(src\/(index|engines\/folder\/open-root)|test\/(fixtures\/run-program|docs\/(guide-blocks|npm-start\.test|published\.test)))\.ts$/
/**
 * Who uses none of them asks a server in its own process, as others do, and leaves nothing there: several such files may
 * share a process, as reading the nine hundred sources of a server takes as long as half of the tests of a file.
 */
const needsOwnProcess = /^packages\/server\/test\/fixtures\/(run-program|least-cpu)\.ts$/
const mostInOneProcess = 10
/** Who comes to none of them has values go in and come out, and leaves nothing behind. */
const outside =
  /^(node:(child_process|cluster|dgram|fs|fs\/promises|http|http2|https|net|tls|timers\/promises|worker_threads)|better-sqlite3|pg|playwright-core|sharp|vite)$/

/**
 * What a push tries once more of all that runs on SQLite, on a folder held by a descriptor and without accounts. What other
 * databases and stores do themselves, what is about accounts, and the contract of folders by their paths are tried beside them, and always.
 */
export const samples = {
  /** Every route, every role, each store and each widget once. */
  PostgreSQL: [
    'client/test/connect-files',
    'client/test/connect-gantt-random',
    'http/idempotency',
    'http/ways-in',
    ...[
      'auth-people',
      'batch',
      'changes',
      'comments',
      'direct',
      'events',
      'files-list',
      'gantt',
      'gantt-links',
      'many-rows',
      'many-rows-together',
      'presence',
      'provider',
      'query-left',
      'quotas',
      'replace-text',
      'rules-log',
      'shares',
      'shares-accounts',
      'signed-addresses',
      'table-groups',
      'table-import',
      'table-schema',
      'table-suggest',
      'table-views',
      'upload',
    ].map((name) => `http/routes/${name}`),
    'model/access-matrix',
    'model/openapi-answers',
    'model/rules-matrix',
    'model/table-identifiers',
    'model/table-model',
    'svar/files-actions',
    'svar/gantt-batch',
    'svar/gantt-regressions',
    'svar/grid',
  ],
  /** Something of each part, and each stock provider. */
  accounts: [
    'http/idempotency-routes',
    'http/routes/batch',
    'http/routes/changes',
    'http/routes/files',
    'svar/files-sessions',
    'svar/gantt-actions',
    'svar/grid-rows',
  ],
  /** Reading, writing, watching and recovering, and the stock client. */
  portable: [
    'drives/disk/recover',
    'http/routes/files-list',
    'http/routes/upload',
    'http/routes/versions',
    'svar/files-actions',
  ],
}

/** By what a file comes to, not by where it lies. `isWhole`: all that can once more, and not just samples. */
export function planTests(
  files: readonly string[],
  { isWhole, reachOf = reader() }: { isWhole: boolean; reachOf?: (file: string) => Reach },
): Job[] {
  const isWanted = (file: string, stage: keyof typeof samples): boolean =>
    isWhole || samples[stage].some((name) => file.endsWith(`/${name}.test.ts`))
  const jobs: Job[] = []
  const pure: string[] = []
  const sharing: string[] = []
  for (const file of files) {
    const reach = reachOf(file)
    const isShown = reach.files.has(browser)
    const mayShare =
      reach.files.has(eitherWay) && ![...reach.files].some((one) => needsOwnProcess.test(one))
    const add = (stage: Stage) => {
      // On other engines, and with accounts, nobody has tried it yet.
      if (mayShare && stage === 'SQLite') sharing.push(file)
      else jobs.push({ stage, files: [file], isShown })
    }
    if (isShown) add('browser')
    else if ([...reach.packages].some((name) => outside.test(name))) add('SQLite')
    else pure.push(file)
    if (isWanted(file, 'PostgreSQL') && [...reach.files].some((one) => engine.test(one))) {
      add('PostgreSQL')
    }
    const isEitherWay = reach.files.has(eitherWay) && !reach.files.has(choosesAccounts)
    if (isEitherWay && isWanted(file, 'accounts')) add('accounts')
    if (isWanted(file, 'portable') && [...reach.files].some((one) => folders.test(one))) {
      add('portable')
    }
  }
  const size = Math.ceil(sharing.length / Math.ceil(sharing.length / mostInOneProcess))
  for (let from = 0; from < sharing.length; from += size) {
    jobs.unshift({ stage: 'SQLite', files: sharing.slice(from, from + size), isShown: false })
  }
  if (pure.length > 0) jobs.push({ stage: 'pure', files: pure, isShown: false })
  return jobs
}

/** Which of our services a file asks for itself, whatever engine it runs on. */
export function servicesOf(files: readonly string[]): Set<'postgres' | 's3'> {
  const names = files.flatMap(importsIn)
  const services = new Set<'postgres' | 's3'>()
  if (names.some((name) => /\/postgres(-server)?\.ts$/.test(name))) services.add('postgres')
  if (names.some((name) => name.endsWith('/s3-server.ts'))) services.add('s3')
  return services
}

/** Reads every file once. */
function reader(): (file: string) => Reach {
  const known = new Map<string, string[]>()

  function importsOf(file: string): string[] {
    const found = known.get(file) ?? importsIn(file)
    known.set(file, found)
    return found
  }

  return (start) => {
    const files = new Set([start])
    const packages = new Set<string>()
    // A set that grows is walked to its end.
    for (const file of files) {
      for (const name of importsOf(file)) {
        if (!name.startsWith('.')) packages.add(name)
        else if (name.endsWith('.ts')) files.add(posix.join(posix.dirname(file), name))
      }
    }
    return { files, packages }
  }
}

/** Without types, which are gone when the program runs. */
const pattern =
  /^(?:import|export)\s(?!type\b)(?:[^'"]*?\sfrom\s)?\s*'([^']+)'|\bimport\('([^']+)'\)|\bnew URL\('([^']+\.ts)'/gm

function importsIn(file: string): string[] {
  if (!existsSync(file)) return []
  const text = readFileSync(file, 'utf8')
  return [...text.matchAll(pattern)].map((found) => found[1] ?? found[2] ?? found[3] ?? '')
}

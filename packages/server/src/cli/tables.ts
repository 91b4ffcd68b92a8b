import { open, stat } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Imported, ImportFailure } from '@triptych/contract/table-import'
import { loadConfig } from '../config/config.ts'
import type { Config } from '../config/config.ts'
import { ConfigError, quote } from '../config/config-error.ts'
import type { Environment } from '../config/environment.ts'
import type { ImportSource } from '../domain/tables/import/open-records.ts'
import { AppError } from '../errors.ts'
import { readImportFlags } from './import-flags.ts'
import type { ImportFlags } from './import-flags.ts'
import { complain, say } from './offline.ts'
import { progressBar } from './progress-bar.ts'

interface FileSource extends ImportSource {
  size: number
  /** How many bytes were read so far. */
  taken(): number
  close(): Promise<void>
}

const pieceBytes = 256 * 1024

/** `triptych tables import FILE TABLE`. Answers the exit code. */
export async function tables(argv: string[], env: Environment): Promise<number> {
  const [name = '', ...rest] = argv
  if (name !== 'import')
    return complain(`${quote(name)} is nothing tables can do; allowed is import`, 2)
  let flags: ImportFlags
  let config: Config
  try {
    flags = readImportFlags(rest)
    config = loadConfig({ argv: flags.others, env, cwd: process.cwd() })
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return complain(error.message, 2)
  }
  try {
    report(await importFile(config, flags), flags.dryRun)
    return 0
  } catch (error) {
    return complain(explained(error), 1)
  }
}

async function importFile(config: Config, flags: ImportFlags): Promise<Imported> {
  const source = await openSource(flags.file)
  try {
    return await importFrom(source, config, flags)
  } finally {
    await source.close()
  }
}

async function importFrom(
  source: FileSource,
  config: Config,
  { file, workspace: name, format: given, ...options }: ImportFlags,
): Promise<Imported> {
  // Loaded late, as by `serve`.
  const { openData } = await import('../open-data.ts')
  const { importRows } = await import('../domain/tables/import/import-rows.ts')
  const { formatOf } = await import('../domain/tables/import/open-records.ts')
  const { localPrincipal } = await import('../auth/principal.ts')
  const format = formatOf(basename(file), given)
  let rows = 0
  const bar = progressBar(process.stderr, source.size, () => `${rows.toLocaleString('en')} rows`)
  const progress = (count: number): void => {
    rows = count
    bar.show(source.taken())
  }
  const { shared, closeData } = openData(config, () => {})
  try {
    const workspace =
      (await shared.workspaces.open(name)) ??
      (name === 'main' ? await shared.workspaces.create(name) : null)
    if (!workspace) throw new AppError('workspaces.not_found', `There is no workspace ${name}.`)
    const ctx = { ...shared, workspace, principal: localPrincipal, origin: null }
    const pending = await importRows(ctx, source, { ...options, format, progress })
    return await pending.finish()
  } finally {
    bar.end()
    await closeData()
  }
}

function report({ table, created, added, skipped, failures, columns }: Imported, isDry: boolean) {
  for (const { source, name, type } of columns) {
    say(`  ${source} → ${name === null ? 'left out' : `${name} (${type})`}`)
  }
  for (const failure of failures) say(told(failure))
  const rows = `${added.toLocaleString('en')} ${added === 1 ? 'row' : 'rows'}`
  const where = isDry
    ? `would come into ${table}`
    : created
      ? `in the new table ${table}`
      : `added to ${table}`
  const rest = skipped > 0 ? `, ${skipped.toLocaleString('en')} left out` : ''
  say(`${rows} ${where}${rest}`)
}

/** With the rows that were refused, where that is the reason. */
function explained(error: unknown): string {
  if (!(error instanceof AppError)) return error instanceof Error ? error.message : String(error)
  const failures = (error.details?.['failures'] ?? []) as ImportFailure[]
  if (failures.length === 0) return error.message
  return [...failures.map(told), `${error.message} Nothing was imported.`].join('\n')
}

function told({ line, column, error }: ImportFailure): string {
  return `  line ${line}${column === undefined ? '' : `, ${column}`}: ${error}`
}

async function openSource(path: string): Promise<FileSource> {
  const { file, size } = await openedFile(path)
  let taken = 0

  async function read(offset: number, length: number): Promise<Uint8Array> {
    const bytes = Buffer.alloc(Math.max(0, Math.min(length, size - offset)))
    const { bytesRead } = await file.read(bytes, 0, bytes.length, offset)
    taken += bytesRead
    return bytes.subarray(0, bytesRead)
  }

  return {
    size,
    taken: () => taken,
    async *bytes() {
      for (let at = 0; at < size;) {
        const piece = await read(at, pieceBytes)
        if (piece.length === 0) return
        at += piece.length
        yield piece
      }
    },
    parts: async () => ({ size, read }),
    close: () => file.close(),
  }
}

async function openedFile(path: string): Promise<{ file: FileHandle; size: number }> {
  const stats = await stat(path).catch(() => null)
  if (!stats) throw new AppError('files.not_found', `There is no file ${path}.`)
  if (!stats.isFile()) throw new AppError('files.not_a_file', `${path} is not a file.`)
  return { file: await open(path), size: stats.size }
}

import { createHash } from 'node:crypto'
import type { Hash } from 'node:crypto'
import type { ArchiveClosing } from '@triptych/contract/archive'
import type { DumpPage } from '../../ports/dump.ts'
import type { TarEntry } from '../../codecs/tar/tar-header.ts'

/** Counts the rows of each table, and sums them up to a text that differs when they do. */
export function tableSums(): {
  add(page: DumpPage): void
  all(): ArchiveClosing['tables']
} {
  const sums = new Map<string, { rows: number; hash: Hash }>()
  return {
    add({ table, columns, rows }) {
      const sum = sums.get(table) ?? { rows: 0, hash: createHash('sha256') }
      sums.set(table, sum)
      if (sum.rows === 0) sum.hash.update(JSON.stringify(columns))
      for (const row of rows) sum.hash.update(JSON.stringify(row))
      sum.rows += rows.length
    },
    all: () =>
      Object.fromEntries(
        [...sums].map(([table, { rows, hash }]) => [
          table,
          { rows, checksum: hash.copy().digest('hex') },
        ]),
      ),
  }
}

/** Sums up what an archive holds, entry by entry, whoever reads or writes it. */
export function archiveSum(): {
  begin(entry: TarEntry): void
  add(bytes: Uint8Array): void
  end(): string
} {
  const hash = createHash('sha256')
  return {
    begin: ({ kind, path, size, modified }) =>
      void hash.update(JSON.stringify([kind, path, size, modified])),
    add: (bytes) => void hash.update(bytes),
    end: () => hash.digest('hex'),
  }
}

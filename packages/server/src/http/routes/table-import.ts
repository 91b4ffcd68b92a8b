import {
  importColumnsIn,
  Imported,
  ImportFormat,
  maxUploadedWorkbook,
} from '@triptych/contract/table-import'
import type { ImportColumn } from '@triptych/contract/table-import'
import { z } from 'zod'
import { openFile } from '../../domain/files/open-file.ts'
import { importRows } from '../../domain/tables/import/import-rows.ts'
import type { ImportInput, PendingImport } from '../../domain/tables/import/import-rows.ts'
import { formatOf } from '../../domain/tables/import/open-records.ts'
import type { ImportSource } from '../../domain/tables/import/open-records.ts'
import { AppError } from '../../errors.ts'
import type { OpenFile } from '../../ports/storage.ts'
import { answerJson } from '../wire/answer.ts'
import { queryFileId } from '../wire/file-address.ts'
import { flag } from '../wire/answer.ts'
import { readUpload } from '../wire/read-upload.ts'
import { route } from '../old-route.ts'
import type { Call } from '../old-route.ts'
import type { Route } from '../route.ts'

const text = (description: string) => z.string().optional().meta({ description })
const flagged = (description: string) => z.enum(['true', 'false']).optional().meta({ description })

/** `limit` is the largest file, in bytes. */
export function tableImport(limit: number): Route[] {
  return [
    route({
      method: 'POST',
      path: '/{table}/import',
      scope: 'workspace',
      group: 'Tables',
      summary: 'Import a file into a table, which is made where it does not exist',
      query: {
        file: text('The path of a file in the drive, in place of an upload.'),
        format: ImportFormat.optional().meta({
          description: 'Told by the name of the file if not here.',
        }),
        delimiter: text('Of CSV: what separates cells; found out if not here.'),
        sheet: text('Of a workbook: the name or the number of the sheet; the first if not here.'),
        columns: text(
          'What becomes of columns of the file, as JSON: `[{"source":"Name","name":"title","type":"text"},{"source":"x","skip":true}]`.',
        ),
        skipBad: flagged('Leave out rows that cannot be taken; else nothing is taken then.'),
        dryRun: flagged('Take nothing, and tell what would be: columns, types, bad rows.'),
      },
      form: {
        file: {
          kind: 'file',
          required: false,
          description: `The file, at most ${limit} bytes; a workbook at most ${maxUploadedWorkbook}.`,
        },
      },
      answer: Imported,
      errors: [
        'tables.not_found',
        'tables.bad_import',
        'tables.import_too_large',
        'tables.rows_refused',
        'tables.name_taken',
        'tables.changed_meanwhile',
        'tables.name_reserved',
        'files.bad_path',
        'files.not_found',
        'files.not_a_file',
        'files.link',
        'files.special',
        'files.denied',
        'files.too_large',
      ],
      // All changes are one transaction, and what could not be taken stands in none of them.
      multiTransaction: () => null,
      async handle(call) {
        const file = queryFileId(call.url, 'file')
        const pending = file === null ? await uploaded(call, limit) : await fromDrive(call, file)
        return answerJson(call, await pending.finish())
      },
    }),
  ]
}

function optionsIn(call: Call, name: string): ImportInput {
  const { query } = call
  const format = ImportFormat.optional().safeParse(query['format'])
  if (!format.success) throw bad('format', 'There is no such format.')
  return {
    table: call.param('table'),
    format: formatOf(name, format.data),
    delimiter: query['delimiter'],
    sheet: query['sheet'],
    columns: columnsIn(query['columns']),
    skipBad: flag(call, 'skipBad'),
    dryRun: flag(call, 'dryRun'),
  }
}

function columnsIn(json: string | undefined): ImportColumn[] {
  if (json === undefined) return []
  const columns = importColumnsIn(json)
  if (columns) return columns
  throw bad('columns', 'columns is a list such as [{"source":"Name","name":"title"}].')
}

function bad(parameter: string, message: string): AppError {
  return new AppError('bad_request', message, { parameter })
}

async function uploaded(call: Call, limit: number): Promise<PendingImport> {
  const { received } = await readUpload(call, limit, {
    receive: (pieces, name) => importRows(call.context, inPieces(pieces), optionsIn(call, name)),
    discard: (pending) => pending.discard(),
  })
  return received
}

/** A workbook is read from its end, so it is held as a whole. */
function inPieces(pieces: AsyncIterable<Uint8Array>): ImportSource {
  return {
    bytes: () => pieces,
    async parts() {
      const all: Uint8Array[] = []
      let size = 0
      for await (const piece of pieces) {
        size += piece.length
        if (size > maxUploadedWorkbook) {
          const message = 'The workbook is too large for an upload; put it into the drive.'
          throw new AppError('tables.import_too_large', message, { limit: maxUploadedWorkbook })
        }
        all.push(Uint8Array.from(piece))
      }
      const bytes = Buffer.concat(all)
      return { size, read: async (offset, length) => bytes.subarray(offset, offset + length) }
    },
  }
}

async function fromDrive(call: Call, path: string): Promise<PendingImport> {
  const opened = await openFile(call.context, path)
  if (opened.kind === 'archive') {
    opened.close()
    throw new AppError('files.not_a_file', 'A folder cannot be imported.')
  }
  const { file, name } = opened
  try {
    return await importRows(call.context, ofFile(file), optionsIn(call, name))
  } finally {
    await file.close()
  }
}

function ofFile(file: OpenFile): ImportSource {
  const { size } = file.entry
  return {
    bytes: () => file.read(0, size),
    parts: async () => ({
      size,
      async read(offset, length) {
        const pieces: Uint8Array[] = []
        const end = Math.min(size, offset + length)
        for await (const piece of file.read(offset, end)) pieces.push(Uint8Array.from(piece))
        return Buffer.concat(pieces)
      },
    }),
  }
}

import {
  DateOrder,
  DecimalMark,
  importColumnsIn,
  Imported,
  ImportFormat,
  maxUploadedWorkbook,
} from '@triptych/contract/table-import'
import type { ImportColumn } from '@triptych/contract/table-import'
import { Title } from '@triptych/contract/titles'
import { z } from 'zod'
import { delimiters } from '../../codecs/csv/csv-delimiter.ts'
import { openFile } from '../../domain/files/open-file.ts'
import { importRows } from '../../domain/tables/import/import-rows.ts'
import type { ImportInput, PendingImport } from '../../domain/tables/import/import-rows.ts'
import { formatOf, inPieces } from '../../domain/tables/import/open-records.ts'
import type { ImportSource } from '../../domain/tables/import/open-records.ts'
import { AppError } from '../../errors.ts'
import type { OpenFile } from '../../ports/storage.ts'
import type { Call } from '../call.ts'
import { route } from '../route.ts'
import type { Route, Values } from '../route.ts'
import { FileId } from '../wire/file-address.ts'
import { readUpload } from '../wire/read-upload.ts'
import { optionalText, tableParams } from './table-declarations.ts'

/** What becomes of columns of the file, as JSON. */
const Columns = z.string().transform((json, context): ImportColumn[] => {
  const columns = importColumnsIn(json)
  if (!columns) context.addIssue('a list such as [{"source":"Name","name":"title"}]')
  return columns ?? []
})

const importQuery = {
  title: Title.optional().meta({ description: 'Of a new table: how people call it.' }),
  file: FileId.optional().meta({
    description: 'The path of a file in the drive, in place of an upload.',
  }),
  format: ImportFormat.optional().meta({
    description: 'Told by the name of the file if not here.',
  }),
  delimiter: z
    .enum(delimiters)
    .optional()
    .meta({ description: 'Of CSV: what separates cells; found out if not here.' }),
  sheet: optionalText('Of a workbook: the name or the number of the sheet; the first if not here.'),
  encoding: optionalText(
    'Of CSV and TSV: how the text is written, such as windows-1252; found out if not here.',
  ),
  headerRow: z.int().min(0).max(1000).optional().meta({
    description:
      'Of CSV, TSV and workbooks: the line or row with the names of the columns, 0 if there is none; the first with anything in it if not here.',
  }),
  decimal: DecimalMark.optional().meta({
    description: 'How numbers are written; found out where the file leaves no doubt if not here.',
  }),
  dates: DateOrder.optional().meta({
    description:
      'The order of day, month and year; found out where the file leaves no doubt if not here.',
  }),
  columns: Columns.optional().meta({
    contentMediaType: 'application/json',
    description:
      'What becomes of columns of the file, as JSON: `[{"source":"Name","name":"title","type":"text"},{"source":"x","skip":true}]`.',
  }),
  skipBad: z.boolean().default(false).meta({
    description: 'Leave out rows that cannot be taken; else nothing is taken then.',
  }),
  emptyBad: z.boolean().default(false).meta({
    description:
      'Leave a cell empty that does not fit, where its column can be empty; else its row cannot be taken.',
  }),
  dryRun: z.boolean().default(false).meta({
    description: 'Take nothing, and tell what would be: columns, types, bad rows.',
  }),
}

/** `limit` is the largest file, in bytes. */
export function tableImport(limit: number): Route[] {
  return [
    route({
      method: 'POST',
      path: '/{table}/import',
      params: tableParams,
      scope: 'workspace',
      group: 'Tables',
      operationId: 'importRows',
      summary: 'Import a file into a table, which is made where it does not exist',
      description:
        'All rows come in one transaction and with one entry of the log, or none. In a new table types are guessed so that no value changes; in one that is there columns are found by their names.',
      query: importQuery,
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
        'tables.too_many',
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
      async handle(call, { params: { table }, query: { file, ...asked } }) {
        const optionsFor = (name: string) => optionsOf(table, asked, name)
        const pending =
          file === undefined
            ? await uploaded(call, limit, optionsFor)
            : await fromDrive(call, file, optionsFor)
        return pending.finish()
      },
    }),
  ]
}

function optionsOf(
  table: string,
  { format, columns = [], ...asked }: Omit<Values<typeof importQuery>, 'file'>,
  name: string,
): ImportInput {
  return { table, format: formatOf(name, format), columns, ...asked }
}

async function uploaded(
  call: Call,
  limit: number,
  optionsFor: (name: string) => ImportInput,
): Promise<PendingImport> {
  const { received } = await readUpload(call, limit, {
    receive: (pieces, name) =>
      importRows(call.context, inPieces(pieces, workbookTooLarge), optionsFor(name)),
    discard: (pending) => pending.discard(),
  })
  return received
}

function workbookTooLarge(): AppError {
  const message = 'The workbook is too large for an upload; put it into the drive.'
  return new AppError('tables.import_too_large', message, { limit: maxUploadedWorkbook })
}

async function fromDrive(
  call: Call,
  path: string,
  optionsFor: (name: string) => ImportInput,
): Promise<PendingImport> {
  const opened = await openFile(call.context, path)
  if (opened.kind === 'archive') {
    opened.close()
    throw new AppError('files.not_a_file', 'A folder cannot be imported.')
  }
  const { file, name } = opened
  try {
    return await importRows(call.context, ofFile(file), optionsFor(name))
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

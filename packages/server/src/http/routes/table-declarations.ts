import { z } from 'zod'
import { undeclared } from '../wire/query.ts'

// What several of the table routes say in the same words.

export const tableParams = { table: z.string().meta({ description: 'The name of a table.' }) }

export const rowParams = {
  ...tableParams,
  id: z.string().meta({ description: 'The id of a row; one that cannot be an id names no row.' }),
}

export function optionalText(description: string) {
  return z.string().optional().meta({ description })
}

/** Which rows, where they are chosen and not listed. */
export const filterParameters = {
  filter: z.string().optional().meta({
    description: "The value of SVAR's filter, as JSON.",
    contentMediaType: 'application/json',
  }),
  tz: optionalText("The client's time zone, as Europe/Vienna: days begin at its midnight."),
}

const Where = z.record(z.string(), z.array(z.string())).optional().meta({
  description:
    'A column with the value it must have, as `year=2010`, or compared, as `year:gte=2010`; of several values any.',
})
undeclared.add(Where, { all: true })

/** The same as `filterParameters`, and any column. */
export const whereParameters = { ...filterParameters, where: Where }

/** Which rows, in which order, and what of them. */
export const queryParameters = {
  ...whereParameters,
  search: optionalText('Text in any text column, whatever its letter case and accents.'),
  sort: optionalText('`name,-year`, or a list as the SVAR grid has it, as JSON.'),
  fields: optionalText('Columns, as `name,year`, or a list as JSON.'),
  view: optionalText(
    'A saved view: its filter comes on top, its sort and columns where none are given.',
  ),
}

/** What can be wrong with a filter, wherever one is sent. */
export const filterErrors = [
  'tables.bad_query',
  'tables.unknown_operator',
  'tables.query_too_large',
] as const

/** What can be wrong with the values of a row. */
export const valueErrors = [
  'tables.unknown_column',
  'tables.read_only_column',
  'tables.wrong_type',
  'tables.value_required',
  'tables.not_an_option',
  'tables.not_unique',
  'tables.no_such_reference',
] as const

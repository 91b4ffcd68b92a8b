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

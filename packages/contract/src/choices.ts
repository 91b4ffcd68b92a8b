// Plain lists, apart from the schemas made of them: a page that shows them need not load a validator.

export const columnTypes = [
  'text',
  'integer',
  'number',
  'boolean',
  'date',
  'datetime',
  'json',
] as const

/** What a column may say of its texts and numbers, beside `currency`, which says which one. */
export const plainFormats = ['email', 'url', 'file', 'percent'] as const

/** What a filter asks of a column of several choices, in the words of a rule. */
export const choiceOperators = ['anyOf', 'allOf', 'noneOf', 'isEmpty', 'isNotEmpty'] as const

export const importFormats = ['csv', 'tsv', 'ndjson', 'json', 'xlsx'] as const

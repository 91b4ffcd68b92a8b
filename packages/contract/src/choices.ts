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

/** In what an option of a column can be shown, each easily told from the others. */
export const choiceColors = [
  'red',
  'orange',
  'yellow',
  'lime',
  'green',
  'teal',
  'cyan',
  'blue',
  'violet',
  'pink',
  'brown',
  'grey',
] as const
export type ChoiceColor = (typeof choiceColors)[number]

/** What a filter asks of a column of several choices, in the words of a rule. */
export const choiceOperators = ['anyOf', 'allOf', 'noneOf', 'isEmpty', 'isNotEmpty'] as const

export const importFormats = ['csv', 'tsv', 'ndjson', 'json', 'xlsx'] as const

import { t } from './words/words.ts'

/** A name in the quotation marks of the language. */
export const quoted = (name: string): string => t('“{name}”', { name })

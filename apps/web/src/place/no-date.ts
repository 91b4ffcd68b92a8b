import { t } from '../words/words.ts'
import { typedDateText } from './typed-date.ts'

/** What is said of a text that cannot be read as a day. */
export const noDate = t('This is no date. Write {value}, today or +3d.', {
  value: typedDateText('2027-03-01'),
})

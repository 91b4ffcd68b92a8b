import type { Failure } from 'triptych-client'
import { failureText } from '../failure-text.ts'
import type { Message } from '../view.ts'
import { t } from '../words/words.ts'

/** What to do next, where the server's words do not say it. */
const advice: Record<string, string> = {
  'files.bad_name': t('Choose another name.'),
  'files.name_taken': t('Choose another name.'),
  'files.into_itself': t('Choose a folder outside of it.'),
  'files.not_a_folder': t('Choose a folder.'),
  'files.denied': t('Ask whoever runs the server to allow it.'),
  'files.too_large': t('Split it, or ask whoever runs the server to raise the limit.'),
  'files.too_many': t('Do it in smaller parts.'),
}

export function failureMessage(failure: Failure): Message {
  return {
    kind: 'error',
    text: [failureText(failure), advice[failure.error.code]].filter(Boolean).join(' '),
  }
}

import type { Failure } from '@triptych/client'
import { failureText } from '../failure-text.ts'
import type { Message } from '../view.ts'

/** What to do next, where the server's words do not say it. */
const advice: Record<string, string> = {
  'files.bad_name': 'Choose another name.',
  'files.name_taken': 'Choose another name.',
  'files.into_itself': 'Choose a folder outside of it.',
  'files.not_a_folder': 'Choose a folder.',
  'files.denied': 'Ask whoever runs the server to allow it.',
  'files.too_large': 'Split it, or ask whoever runs the server to raise the limit.',
  'files.too_many': 'Do it in smaller parts.',
}

export function failureMessage(failure: Failure): Message {
  return {
    kind: 'error',
    text: [failureText(failure), advice[failure.error.code]].filter(Boolean).join(' '),
  }
}

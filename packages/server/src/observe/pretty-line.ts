import { inspect, styleText } from 'node:util'
import { levelOf, recordOf } from './log-record.ts'
import type { Observation } from './observation.ts'

const colours = { debug: 'gray', info: 'green', warn: 'yellow', error: 'red' } as const

/** A short line for a person at a terminal; only a failure takes more, for its stack. */
export function prettyLine(observation: Observation, time: Date): string {
  const clock = styled('gray', time.toTimeString().slice(0, 8))
  const colour = colours[levelOf(observation)]

  switch (observation.kind) {
    case 'request': {
      const { method, path, status, ms } = observation
      const shown = styled(status < 400 || status >= 500 ? colour : 'yellow', String(status))
      return `${clock} ${shown} ${method} ${visible(path)} ${styled('gray', `${ms.toFixed(1)} ms`)}`
    }
    case 'failure': {
      const { requestId, where, error } = observation
      const request = requestId === null ? '' : ` in request ${visible(requestId)}`
      return `${clock} ${styled(colour, `failure in ${where}`)}${request}\n${inspect(error)}`
    }
    default: {
      const { level, msg, ...fields } = recordOf(observation)
      const rest = Object.entries(fields).map(
        ([name, value]) => ` ${name}=${visible(String(value))}`,
      )
      return `${clock} ${styled(colours[level], visible(msg))}${rest.join('')}`
    }
  }
}

function styled(colour: Parameters<typeof styleText>[0], text: string): string {
  // The stream tells whether colours are wanted there (terminal, NO_COLOR).
  return styleText(colour, text, { stream: process.stderr })
}

/** Clients choose some of the text; none of it may move the cursor of the one who reads. */
function visible(text: string): string {
  return text.replaceAll(
    /\p{Cc}/gu,
    (character) => `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`,
  )
}

import type { Change } from '@triptych/contract/changes'

export interface Follow {
  /** The address of the workspace: `http://localhost:3200` or `http://localhost:3200/w/team`. */
  url: string
  /** The last revision that is known; without it the stream begins now. */
  since?: number
  onChange: (change: Change) => void
  /** Told when the connection is lost, before it is tried again. */
  onLost?: (error: unknown) => void
  headers?: Record<string, string>
  signal: AbortSignal
}

const patienceMs = 1000

/** Follows the log of a workspace until `signal` ends it; goes on where it was after a lost connection. */
export async function followChanges(follow: Follow): Promise<void> {
  let last = follow.since
  while (!follow.signal.aborted) {
    try {
      for await (const change of changesSince(follow, last)) {
        last = change.revision
        follow.onChange(change)
      }
    } catch (error) {
      if (!follow.signal.aborted) follow.onLost?.(error)
    }
    await pause(follow.signal)
  }
}

async function* changesSince(follow: Follow, since: number | undefined): AsyncIterable<Change> {
  const response = await fetch(`${follow.url.replace(/\/+$/, '')}/events`, {
    headers: { ...follow.headers, ...(since !== undefined && { 'last-event-id': String(since) }) },
    signal: follow.signal,
  })
  if (!response.ok || !response.body) throw new Error(`The server answered ${response.status}.`)

  let text = ''
  for await (const piece of response.body.pipeThrough(new TextDecoderStream())) {
    const events = (text + piece).split('\n\n')
    text = events.pop() ?? ''
    for (const event of events) {
      const data = /^data: (.*)$/m.exec(event)?.[1]
      // The server sends what the contract says; checking it again here would cost every page.
      if (data) yield JSON.parse(data) as Change
    }
  }
}

function pause(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const timer = setTimeout(resolve, patienceMs)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}

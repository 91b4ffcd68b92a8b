import type { Change } from '@triptych/contract/changes'

/** Listens to the events of one workspace over any number of servers, each time from where it was. */
export interface EventFollower {
  /** All it was sent so far. */
  events: Change[]
  follow(url: string): Following
}

export interface Following {
  /** Resolves when the server has begun to answer, or the stream is over already. */
  opened: Promise<void>
  /** Resolves when the stream is over: ended by the server in peace, or broken off. */
  over: Promise<'ended' | 'broken'>
}

export function eventFollower(): EventFollower {
  const events: Change[] = []

  function take(block: string): void {
    const id = /^id: (\d+)$/m.exec(block)?.[1]
    const data = /^data: (.*)$/m.exec(block)?.[1]
    if (id === undefined || data === undefined) return
    const change = JSON.parse(data) as Change
    if (change.revision !== Number(id)) throw new Error(`event ${id} carries ${data}`)
    events.push(change)
  }

  async function listen(url: string, opened: () => void): Promise<'ended' | 'broken'> {
    const last = String(events.at(-1)?.revision ?? 0)
    let text = ''
    try {
      const answer = await fetch(new URL('events', url), { headers: { 'last-event-id': last } })
      if (answer.status !== 200 || !answer.body) throw new Error(`status ${answer.status}`)
      opened()
      for await (const chunk of answer.body.pipeThrough(new TextDecoderStream())) {
        text += chunk
        const blocks = text.split('\n\n')
        text = blocks.pop() ?? ''
        for (const block of blocks) take(block)
      }
      return 'ended'
    } catch (error) {
      // What fetch says of a connection that broke; anything else is a finding.
      if (error instanceof TypeError) return 'broken'
      throw error
    } finally {
      opened()
    }
  }

  return {
    events,
    follow(url) {
      const opened = Promise.withResolvers<void>()
      return { over: listen(url, opened.resolve), opened: opened.promise }
    },
  }
}

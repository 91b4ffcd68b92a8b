import assert from 'node:assert/strict'
import { connectWire } from './wire-client.ts'
import type { FilmEditor } from './film-editor.ts'
import type { WireClient } from './wire-client.ts'

/** Many editors at work on one server, each on a connection of its own. */
export interface FilmLoad {
  /** Resolves when so many requests have been answered. */
  answers(count: number): Promise<void>
  /** Fails when one of them is no longer at it, with what went wrong if it can be told. */
  isRunning(): void
  /** Resolves when every connection has ended, with what was left over of unfinished answers. */
  ended: Promise<string[]>
}

export async function startLoad(
  url: string,
  editors: readonly Pick<FilmEditor, 'run'>[],
): Promise<FilmLoad> {
  const clients = await Promise.all(editors.map(() => connectWire(url)))
  const isOver = Promise.withResolvers<void>()
  let running = editors.length
  let failure: unknown = null
  let answered = 0
  let wake = isOver

  async function work(
    editor: Pick<FilmEditor, 'run'>,
    client: WireClient | null | undefined,
  ): Promise<string> {
    assert.ok(client, 'the server takes no connection')
    try {
      await editor.run(client, () => {
        answered++
        wake.resolve()
      })
      return client.fragment()
    } catch (error) {
      failure ??= error
      throw error
    } finally {
      running--
      client.close()
    }
  }

  const ended = Promise.all(editors.map((editor, index) => work(editor, clients[index])))
  ended.then(() => isOver.resolve()).catch(isOver.reject)
  isOver.promise.catch(() => {})

  return {
    async answers(count) {
      while (answered < count && running > 0) {
        wake = Promise.withResolvers<void>()
        await Promise.race([wake.promise, isOver.promise])
      }
    },
    isRunning() {
      if (failure) throw failure
      assert.equal(running, editors.length, 'a connection ended although nobody asked for it')
    },
    ended,
  }
}

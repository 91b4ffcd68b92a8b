import type { Comment } from '@triptych/contract/comments'
import type { Change } from '@triptych/contract/changes'
import { sendWrite } from './send-write.ts'
import type { Server } from './server.ts'

/** What is said about one thing. */
export interface Comments {
  /** Oldest first. */
  list(): Promise<Comment[]>
  add(text: string): Promise<Comment>
  /** For their author. */
  change(id: string, text: string): Promise<Comment>
  /** For their author, and for owners. */
  remove(id: string): Promise<void>
  /** Calls whenever others have said something else, or may have. Answers a function that ends it. */
  follow(onChange: () => void): Promise<() => void>
}

/** `of` is `tasks/5`, `films/7` or `files/docs/plan.txt`. */
export function commentsOn(server: Server, of: string): Comments {
  const isAbout = ({ operation, before, after }: Change) =>
    operation.startsWith('comment-') && (after ?? before)?.['of'] === of

  return {
    list: () =>
      server.send({
        method: 'GET',
        path: `comments?of=${encodeURIComponent(of)}`,
      }) as Promise<Comment[]>,
    async add(text) {
      const request = { method: 'POST', path: 'comments', body: { of, text } } as const
      return (await sendWrite(server, request)).answer as Comment
    },
    async change(id, text) {
      const request = { method: 'PUT', path: at(id), body: { text } } as const
      return (await sendWrite(server, request)).answer as Comment
    },
    async remove(id) {
      await sendWrite(server, { method: 'DELETE', path: at(id) })
    },
    follow: (onChange) =>
      server.follow({
        change: (change) => void (isAbout(change) && onChange()),
        reload: onChange,
      }),
  }
}

function at(id: string): string {
  return `comments/${encodeURIComponent(id)}`
}

import type { Comment } from '@triptych/contract/comments'
import type { Change } from '@triptych/contract/changes'
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
    add: (text) =>
      server.send({ method: 'POST', path: 'comments', body: { of, text } }) as Promise<Comment>,
    change: (id, text) =>
      server.send({ method: 'PUT', path: at(id), body: { text } }) as Promise<Comment>,
    async remove(id) {
      await server.send({ method: 'DELETE', path: at(id) })
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

import type { Server } from 'triptych-client'
import { CommentsPanel } from './comments-panel.tsx'

interface Props {
  task?: string | number | null
  server?: Server
}

/** What is said about a task, in its editor. */
export function CommentsField({ task, server }: Props) {
  if (task === null || task === undefined || !server) return null
  const of = `tasks/${task}`
  return <CommentsPanel key={of} server={server} of={of} />
}

import type { Server } from 'triptych-client'
import { Dialog } from '../dialog.tsx'
import { CommentsPanel } from './comments-panel.tsx'
import { t } from '../words/words.ts'

export interface CommentedThing {
  /** `tasks/5`, `films/7`, `files/docs/plan.txt`. */
  of: string
  /** What people call it. */
  name: string
}

interface Props {
  server: Server
  thing: CommentedThing
  onClose: () => void
}

export function CommentsDialog({ server, thing, onClose }: Props) {
  return (
    <Dialog title={t('Comments on {name}', { name: thing.name })} onClose={onClose}>
      <CommentsPanel key={thing.of} server={server} of={thing.of} />
    </Dialog>
  )
}

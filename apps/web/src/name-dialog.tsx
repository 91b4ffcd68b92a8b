import { useState } from 'react'
import type { ReactNode } from 'react'
import { Dialog } from './dialog.tsx'

interface NameDialogProps {
  title: string
  action: string
  label: string
  /** Which names there can be. */
  hint?: string
  /** The one it has. */
  name?: string
  onName: (name: string) => Promise<void>
  onClose: () => void
  /** What else there is to say. */
  children?: ReactNode
}

/** Asks for one name. */
export function NameDialog(props: NameDialogProps) {
  const { title, action, label, hint, name: old = '', onName, onClose, children } = props
  const [text, setText] = useState(old)
  const name = text.trim()
  return (
    <Dialog
      title={title}
      action={action}
      isDisabled={name === '' || name === old}
      onAct={() => onName(name)}
      onClose={onClose}
    >
      <label className="field">
        {label}
        <input
          value={text}
          autoFocus
          autoComplete="off"
          // Whoever types another name does not want this one before it.
          onFocus={({ target }) => target.select()}
          onChange={({ target }) => setText(target.value)}
        />
      </label>
      {hint && <small>{hint}</small>}
      {children}
    </Dialog>
  )
}

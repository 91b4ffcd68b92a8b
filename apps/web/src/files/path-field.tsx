import type { Server } from 'triptych-client'
import { useEffect, useId, useState } from 'react'
import type { RefObject } from 'react'

interface Props {
  server: Server
  label: string
  value: string
  /** Whether files are no answer. */
  isFolder: boolean
  field?: RefObject<HTMLInputElement | null>
  onChange: (path: string) => void
}

/** A path that is typed; what lies in the folder that is written so far is offered. */
export function PathField({ server, label, value, isFolder, field, onChange }: Props) {
  const id = useId()
  const folder = value.slice(0, value.lastIndexOf('/')) || '/'
  const [found, setFound] = useState<readonly { id: string; type: string }[]>([])
  useEffect(() => {
    const stop = new AbortController()
    server
      .send({ method: 'GET', path: `files/${encodeURIComponent(folder)}`, signal: stop.signal })
      .then((entries) => setFound(entries as { id: string; type: string }[]))
      // There is no such folder yet: whoever types is not done.
      .catch(() => {})
    return () => stop.abort()
  }, [server, folder])

  return (
    <label className="field">
      {label}
      <input
        ref={field}
        value={value}
        list={id}
        required
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        placeholder="/"
        onChange={({ target }) => onChange(target.value)}
      />
      <datalist id={id}>
        {found
          .filter(({ type }) => !isFolder || type === 'folder')
          .slice(0, 500)
          .map((entry) => (
            <option key={entry.id} value={entry.id} />
          ))}
      </datalist>
    </label>
  )
}

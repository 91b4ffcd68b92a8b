import type { IParsedEntity } from '@svar-ui/react-filemanager'
import { iconAddress, previewAddress } from 'triptych-client'
import type { Server } from 'triptych-client'
import closeIcon from 'lucide-static/icons/x.svg?raw'
import downloadIcon from 'lucide-static/icons/download.svg?raw'
import { useEffect, useState } from 'react'
import { Icon } from '../../icon.tsx'
import { countOf, sizeOf } from '../count-text.ts'
import { useShown } from '../use-shown.ts'
import type { Shown } from '../use-shown.ts'
import { isSearching, nameIn } from '../shown.ts'
import { showDetails } from './show-details.ts'
import type { DetailsProps } from './show-details.ts'
import { DetailsOfEntry } from './details-of-entry.tsx'
import './details.css'
import { t } from '../../words/words.ts'

/** About what is chosen; where nothing is, about the folder or about what was found. */
export function DetailsPane(props: DetailsProps) {
  const { api, server, actions, open } = props
  const shown = useShown(api)
  if (!shown) return null
  const entry = oneIn(shown, props)
  const many = shown.selected.length > 0 ? shown.selected : shown.files
  const isFile = entry !== null && entry.type !== 'folder'
  return (
    <aside aria-label={t('Details')}>
      <header>
        <h2>{entry ? nameOf(entry) : titleOf(shown)}</h2>
        {isFile && tool(t('Download'), downloadIcon, () => actions.download([entry.id]))}
        {tool(t('Close the details'), closeIcon, () => showDetails(api, false))}
      </header>
      {entry ? (
        <>
          <Picture key={entry.id} {...{ server, entry }} onOpen={isFile ? open : undefined} />
          <DetailsOfEntry key={`of ${entry.id}`} {...props} entry={entry} />
        </>
      ) : (
        <p>{`${countOf(many)}${sizeOf(many)}`}</p>
      )}
    </aside>
  )
}

/** `null`: they are none or several. */
function oneIn({ selected, folder }: Shown, { api }: DetailsProps): IParsedEntity | null {
  const [first, second] = selected
  if (first) return second ? null : first
  if (isSearching(api)) return null
  return api.getFile(folder) ?? null
}

function titleOf({ selected }: Shown): string {
  if (selected.length === 0) return t('What was found')
  return t('{count} selected', { count: selected.length })
}

function nameOf({ id }: IParsedEntity): string {
  return nameIn(id) || t('All files')
}

function tool(label: string, svg: string, run: () => void) {
  return (
    <button
      type="button"
      className="plain icon-only"
      aria-label={label}
      title={label}
      onClick={run}
    >
      <Icon svg={svg} />
    </button>
  )
}

interface PictureProps {
  server: Server
  entry: IParsedEntity
  onOpen: ((id: string) => void) | undefined
}

/** Where there is none of what is in it, one of its kind. */
function Picture({ server, entry, onOpen }: PictureProps) {
  const address = previewAddress(server)(entry, 400, 500)
  const [isBroken, setBroken] = useState(false)
  useEffect(() => setBroken(false), [address])
  const isPicture = address !== null && !isBroken
  const picture = (
    <img
      className={isPicture ? 'whole' : 'kind'}
      src={isPicture ? address : iconAddress(server)(entry, 'big')}
      alt=""
      onError={() => setBroken(true)}
    />
  )
  if (!onOpen) return <div className="picture">{picture}</div>
  return (
    <button
      type="button"
      className="picture"
      aria-label={t('Open {name}', { name: nameIn(entry.id) })}
      onClick={() => onOpen(entry.id)}
    >
      {picture}
    </button>
  )
}

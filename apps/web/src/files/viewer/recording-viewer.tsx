import { fileAddress } from 'triptych-client'
import type { PartProps } from './viewed-file.ts'
import { t } from '../../words/words.ts'

/** Sound or film, by the player of the browser. */
export function RecordingViewer(props: PartProps & { kind: 'audio' | 'video' }) {
  const { server, file, onFailure, kind: Player } = props
  return (
    <Player
      className="viewer-player"
      src={fileAddress(server, file.id)}
      aria-label={file.name}
      controls
      preload="metadata"
      onError={() => onFailure(t('The browser cannot play this.'))}
    />
  )
}

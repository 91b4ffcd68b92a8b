import type { IApi } from '@svar-ui/react-filemanager'
import { lazy } from 'react'
import type { RefObject } from 'react'
import { createPortal } from 'react-dom'
import { Late } from '../../late.tsx'
import { usePlace } from '../use-place.ts'
import { showDetails } from './show-details.ts'
import type { DetailsProps } from './show-details.ts'

/** It comes when it is asked for, with all that it shows. */
const DetailsPane = lazy(async () => ({
  default: (await import('./details-pane.tsx')).DetailsPane,
}))

interface Props extends Omit<DetailsProps, 'api'> {
  frame: RefObject<HTMLElement | null>
  api: IApi | null
}

/** What is chosen, beside the list or in its place: where the widget has its own pane, which says less. */
export function Details({ frame, api, ...others }: Props) {
  const place = usePlace(frame, ':is(.wx-info, .wx-info-narrow) > .wx-wrapper', 'details')
  if (!place || !api) return null
  return createPortal(
    <Late onClose={() => showDetails(api, false)}>
      <DetailsPane api={api} {...others} />
    </Late>,
    place,
  )
}

import type { IApi } from '@svar-ui/react-filemanager'
import type { Server } from 'triptych-client'
import type { VersionedFile } from '../deeds/ask-versions.ts'
import type { EntryActions } from '../deeds/use-entry-actions.tsx'
import type { ViewProps } from '../../view.ts'

export interface DetailsProps {
  api: IApi
  server: Server
  actions: EntryActions
  open: (id: string) => void
  showHistory: ViewProps['showHistory']
  showVersions: (file: VersionedFile) => void
}

export function showDetails(api: IApi, isShown: boolean): void {
  void api.exec('show-preview', { mode: isShown })
}

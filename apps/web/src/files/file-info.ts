import type { IExtraInfo, IParsedEntity } from '@svar-ui/react-filemanager'
import { formatSize } from './format-size.ts'
import { infoName, infoValue } from './info-names.ts'
import { isOnServer } from 'triptych-client'
import type { Server } from 'triptych-client'
import type { FileInfo } from '@triptych/contract/files'

/** The widget itself says this of a file. */
const shownAnyway = ['Size', 'Type']

/** What stands in the pane beside the list: of a folder its size, of a photo its camera, and so on. */
export function fileInfo(server: Server) {
  return async (entry: IParsedEntity): Promise<IExtraInfo> => {
    const { id, type } = entry
    if (!isOnServer(entry)) return {} as IExtraInfo
    const path = `info/${encodeURIComponent(id)}`
    const info = (await server.send({ method: 'GET', path }).catch(() => ({}))) as FileInfo
    const shown: unknown = Object.fromEntries(
      Object.entries(info)
        .filter(([name]) => type === 'folder' || !shownAnyway.includes(name))
        .map(([name, value]) => [
          infoName(name),
          name === 'Size' ? formatSize(Number(value)) : infoValue(name, value),
        ]),
    )
    return shown as IExtraInfo
  }
}

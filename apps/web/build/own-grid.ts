import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const ownGrid = fileURLToPath(new URL('../src/files/list/list-grid.tsx', import.meta.url))

/** The file manager takes no columns for its table, so it is given a grid that has ours as well. */
export function ownGridInFiles(): Plugin {
  return {
    name: 'own-grid-in-files',
    enforce: 'pre',
    resolveId: {
      filter: { id: /^@svar-ui\/react-grid$/ },
      handler: (_id, importer) =>
        importer && /[\\/]react-filemanager[\\/]/.test(importer) ? ownGrid : null,
    },
  }
}

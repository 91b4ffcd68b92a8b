import { existsSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { iconStyles } from './build/icon-styles.ts'
import { ownGridInFiles } from './build/own-grid.ts'
import { preloadPage } from './build/preload-page.ts'
import { withoutForeignFonts } from './build/without-foreign-fonts.ts'

const widgets = new URL('../../node_modules/@svar-ui/', import.meta.url)
/** Of these the copy that lies on top is an old one; the newest has all that the others have. */
const newestOfGrid = ['lib-dom', 'lib-react']

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  // Relative, so that the page works below any base and in every workspace.
  base: './',
  plugins: [react(), ownGridInFiles(), withoutForeignFonts(), iconStyles(), preloadPage()],
  resolve: {
    // The widgets bring copies of each other in several versions; one of each is a quarter less to load.
    dedupe: readdirSync(widgets)
      .filter((name) => !newestOfGrid.includes(name))
      .map((name) => `@svar-ui/${name}`),
    alias: Object.fromEntries(newestOfGrid.map((name) => [`@svar-ui/${name}`, copyOfGrid(name)])),
  },
  build: {
    modulePreload: { polyfill: false },
    license: { fileName: 'assets/licences.md' },
    reportCompressedSize: false,
    // The server knows by the dots that a name has a hash in it.
    rolldownOptions: {
      output: {
        entryFileNames: 'assets/[name].[hash].js',
        chunkFileNames: 'assets/[name].[hash].js',
        assetFileNames: 'assets/[name].[hash][extname]',
        // What the page needs at once is one request, though its views and dialogs need parts of it, too.
        codeSplitting: {
          groups: [
            { name: 'words', test: /web[\\/]src[\\/]words[\\/]words\.ts$/, priority: 2 },
            { name: 'page', test: /web[\\/]src[\\/]page\.tsx$/, priority: 1 },
          ],
        },
      },
    },
  },
})

function copyOfGrid(name: string): string {
  const own = new URL(`react-grid/node_modules/@svar-ui/${name}`, widgets)
  return fileURLToPath(existsSync(own) ? own : new URL(name, widgets))
}

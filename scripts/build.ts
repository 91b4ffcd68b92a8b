import { fileURLToPath } from 'node:url'
import { buildPage } from '../apps/web/build/build-page.ts'
import { buildDocs } from '../apps/web/build/docs/build-docs.ts'
import { stagePackages } from './stage-packages.ts'

/** `npm run build`: the page, the documentation, and in `dist/` the packages as they are published. */
await buildPage()
await buildDocs()
await stagePackages(fileURLToPath(new URL('../dist/', import.meta.url)))

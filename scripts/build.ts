import { fileURLToPath } from 'node:url'
import { buildPage } from '../apps/web/build/build-page.ts'
import { stagePackages } from './stage-packages.ts'

/** `npm run build`: the page, and in `dist/` the packages as they are published. */
await buildPage()
stagePackages(fileURLToPath(new URL('../dist/', import.meta.url)))

import { fileURLToPath } from 'node:url'
import { buildPage } from '../apps/web/build/build-page.ts'
import { declareTypes } from './declare-types.ts'
import { packageNames, stagePackage } from './stage-package.ts'

/** `npm run build`: the page, and in `dist/` the packages as they are published. */
const out = fileURLToPath(new URL('../dist/', import.meta.url))

await buildPage()
for (const name of packageNames) stagePackage(name, out)
declareTypes(out)

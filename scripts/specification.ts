import { mkdirSync, writeFileSync } from 'node:fs'
import { specificationPages } from '../packages/server/test/docs/specification/pages.ts'

// `npm run specification`: writes the pages of the specification that are made.

const folder = new URL('../docs/specification/', import.meta.url)
mkdirSync(folder, { recursive: true })
const { texts } = await specificationPages()
for (const [name, text] of Object.entries(texts)) writeFileSync(new URL(name, folder), text)

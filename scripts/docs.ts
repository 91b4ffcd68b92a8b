import { buildDocs } from '../apps/web/build/docs/build-docs.ts'

/** `npm run docs`: the documentation as pages. */
const deadLinks = await buildDocs()
console.log('The documentation is in dist/docs; the server shows it at /docs.')
for (const link of deadLinks) console.error(`This link leads nowhere: ${link}`)
if (deadLinks.length > 0) process.exit(1)

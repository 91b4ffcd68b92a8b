import { execFileSync } from 'node:child_process'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildPage } from '../apps/web/build/build-page.ts'
import { buildDocs } from '../apps/web/build/docs/build-docs.ts'
import { packageNames, stagePackages } from './stage-packages.ts'

/** `npm run pack`: the packages as npm would get them, as files that can be installed anywhere. */
const out = fileURLToPath(new URL('../dist/', import.meta.url))
await buildPage()
await buildDocs()
await stagePackages(out)
const files = packageNames.map((name) => {
  const packed = execFileSync('npm', ['pack', '--silent', '--pack-destination', '..'], {
    cwd: join(out, name),
    encoding: 'utf8',
    shell: process.platform === 'win32',
  })
  return join(out, packed.trim())
})
console.log(`Packed:\n${files.map((file) => `  ${relative('.', file)}`).join('\n')}`)
console.log(`\nIn the folder of your project:\n  npm install ${files.join(' ')}`)
console.log('\nA server with nothing but that, in an empty folder:')
console.log(`  npx --package ${files.at(-1)} triptych`)

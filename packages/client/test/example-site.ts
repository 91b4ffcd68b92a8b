import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { compile } from 'svelte/compiler'
import { build } from 'vite'
import type { PageServer } from '../../../apps/web/test/page-server.ts'

const page = `<!doctype html><html lang="en"><title>Example</title>
  <link rel="icon" href="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'/>">
  <link rel="stylesheet" href="example.css">
  <body style="margin: 0"><div id="root"></div><script type="module" src="example.js"></script>`

/** An example of the README, or a file elsewhere, as a page of its own, that asks the server at `url`, by `token` where it takes one. */
export async function startExample(name: string, url: string, token = 'none'): Promise<PageServer> {
  const example = resolve(fileURLToPath(new URL('../examples/', import.meta.url)), name)
  const files = await built(example, url, token)
  const server = createServer((request, response) => {
    const path = (request.url ?? '/').slice(1)
    const type = path === '' ? 'text/html' : path.endsWith('.css') ? 'text/css' : 'text/javascript'
    response.setHeader('content-type', `${type}; charset=utf-8`)
    response.end(path === '' ? page : files.get(path))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/`,
    restart: () => Promise.reject(new Error('an example does not restart')),
    async stop() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

async function built(
  example: string,
  url: string,
  token: string,
): Promise<Map<string, string | Uint8Array>> {
  const made = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [
      react(),
      {
        name: 'svelte',
        transform: (code, file) =>
          file.endsWith('.svelte') ? compile(code, { filename: file }).js.code : null,
      },
      {
        name: 'address-of-the-server',
        enforce: 'pre',
        transform: (code, file) =>
          !file.includes('node_modules')
            ? code.replaceAll('http://localhost:3200', url).replaceAll('trp_…', token)
            : null,
      },
    ],
    build: {
      write: false,
      cssCodeSplit: false,
      rolldownOptions: {
        input: example,
        output: { entryFileNames: 'example.js', assetFileNames: 'example[extname]' },
      },
    },
  })
  if (!('output' in made)) throw new Error('Nothing was built.')
  return new Map(
    made.output.map((file) => [file.fileName, file.type === 'chunk' ? file.code : file.source]),
  )
}

import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { createTriptych } from 'triptych-server'

// One program and one address for the page and its data: `npm run dev` while you write it, `npm start` once it is built.
const port = Number(process.env.PORT ?? 3000)
const server = createServer()
const page = process.argv.includes('--dev') ? await pageInWork() : await builtPage()

const triptych = await createTriptych({ data: './data', base: '/api' })
const api = getRequestListener(triptych.fetch)

server.on('request', (request, response) => {
  if (request.url.startsWith('/api/')) void api(request, response)
  else page(request, response, () => response.writeHead(404).end())
})
server.listen(port, 'localhost', () => {
  console.log(`ready at http://localhost:${server.address().port}/`)
})

async function pageInWork() {
  const { createServer: createVite } = await import('vite')
  const vite = await createVite({ server: { middlewareMode: true, hmr: { server } } })
  return vite.middlewares
}

async function builtPage() {
  const { default: sirv } = await import('sirv')
  return sirv('dist', { single: true })
}

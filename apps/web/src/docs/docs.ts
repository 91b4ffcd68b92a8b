import showViewer from 'swagger-ui-dist/swagger-ui-es-bundle.js'
import '../colours.css'
import './docs.css'
import { documentForViewer } from './document-for-viewer.ts'
import type { OpenApiDocument } from './document-for-viewer.ts'
import { fetchAWhile } from './fetch-a-while.ts'
import { operationOrder, viewerPlugin } from './viewer-plugin.ts'

/** Where the page at `/` keeps what was chosen there. */
const themeKey = 'triptych.theme'
const prefersDark = matchMedia('(prefers-color-scheme: dark)')

followTheme()
prefersDark.addEventListener('change', followTheme)
addEventListener('storage', followTheme)
void show(document.getElementById('reference')!)

async function show(domNode: HTMLElement): Promise<void> {
  const answer = await fetch('../openapi.json').catch(() => null)
  if (!answer?.ok) {
    domNode.textContent = 'The server does not answer. Load this page again in a while.'
    return
  }
  const read = (await answer.json()) as OpenApiDocument
  document.title = `${read.info.title} API ${read.info.version}`
  showViewer({
    domNode,
    spec: documentForViewer(read, location.pathname),
    plugins: [viewerPlugin],
    requestInterceptor: (request) => ({ ...request, userFetch: fetchAWhile }),
    deepLinking: true,
    filter: true,
    tryItOutEnabled: true,
    operationsSorter: operationOrder,
    displayRequestDuration: true,
    requestSnippetsEnabled: true,
    // Each operation shows its own; of a list of a hundred the viewer draws nothing.
    defaultModelsExpandDepth: -1,
    syntaxHighlight: { activated: true, theme: 'tomorrow-night' },
    // It would ask a foreign host whether the document is valid.
    validatorUrl: null,
  })
}

function followTheme(): void {
  const chosen = chosenTheme()
  const isDark = chosen === 'dark' || (chosen !== 'light' && prefersDark.matches)
  const { classList, dataset } = document.documentElement
  classList.toggle('dark-mode', isDark)
  dataset['theme'] = isDark ? 'dark' : 'light'
}

function chosenTheme(): string | null {
  try {
    return localStorage.getItem(themeKey)
  } catch {
    return null
  }
}

import type { HtmlTagDescriptor, Plugin } from 'vite'

/** The page is imported late, after its words; its script and styles are loaded beside those. */
export function preloadPage(): Plugin {
  return {
    name: 'preload-page',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle, filename }) {
        if (!bundle || !filename.endsWith('index.html')) return []
        const chunks = Object.values(bundle).filter((one) => one.type === 'chunk')
        const page = chunks.find((chunk) =>
          chunk.moduleIds.some((id) => id.endsWith('/src/page.tsx')),
        )
        if (!page) throw new Error('The page is not a piece of its own.')
        const first = chunks.find((chunk) => chunk.facadeModuleId === filename)
        const scripts = [page.fileName, ...page.imports].filter(
          (name) => name !== first?.fileName && !first?.imports.includes(name),
        )
        const styles = [...(page.viteMetadata?.importedCss ?? [])]
        return [
          ...scripts.map((name) => link('modulepreload', name)),
          ...styles.map((name) => link('stylesheet', name)),
        ]
      },
    },
  }
}

function link(rel: string, name: string): HtmlTagDescriptor {
  return { tag: 'link', attrs: { rel, crossorigin: true, href: `./${name}` }, injectTo: 'head' }
}

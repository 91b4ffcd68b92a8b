/** `svg` is the text of an icon: `import moon from 'lucide-static/icons/moon.svg?raw'`. */
export function Icon({ svg }: { svg: string }) {
  return <span className="icon" aria-hidden="true" dangerouslySetInnerHTML={{ __html: svg }} />
}

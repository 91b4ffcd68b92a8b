import type { Plugin } from 'vite'

/** The widgets' styles name fonts of a foreign host, which browsers load even where the theme has none. */
export function withoutForeignFonts(): Plugin {
  return {
    name: 'without-foreign-fonts',
    enforce: 'pre',
    transform: {
      filter: { id: /@svar-ui\/.*\.css$/ },
      handler: (code) => code.replaceAll(/@font-face\s*\{[^}]*url\(["']?https?:[^}]*\}/g, ''),
    },
  }
}

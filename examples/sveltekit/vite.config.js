import adapter from '@sveltejs/adapter-node'
import { sveltekit } from '@sveltejs/kit/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [
    sveltekit({
      adapter: adapter(),
      // Where it is reached: SvelteKit takes uploads of its own pages only, and guesses https otherwise.
      paths: { origin: process.env.ORIGIN ?? 'http://localhost:3000' },
    }),
  ],
})

import { readdirSync } from 'node:fs'
import { defineConfig } from 'vite'

const folder = new URL('.', import.meta.url)
const pages = readdirSync(folder).filter((file) => file.endsWith('.html'))

/** Pages for tests only, built by `npm test` (scripts/build.mjs) with the kit's `dist`. */
export default defineConfig({
  root: folder.pathname,
  // React's development mode: StrictMode runs effects twice, and tests see warnings in the console
  define: { 'process.env.NODE_ENV': '"development"' },
  build: {
    target: 'es2022',
    reportCompressedSize: false,
    rolldownOptions: {
      input: pages.map((page) => new URL(page, folder).pathname),
      // Without this group, wagmi's code that two pages share would be in the chunk of one page.
      // Then the other page would run the code of that page, too.
      output: {
        codeSplitting: { groups: [{ name: 'wagmiPackage', test: /node_modules\/@?wagmi\// }] },
      },
    },
  },
})

import { readdirSync } from 'node:fs'
import { defineConfig } from 'vite'

const folder = new URL('./', import.meta.url)
const pages = readdirSync(folder).filter((file) => file.endsWith('.html'))

/** Pages that only tests visit; built against the kit's `dist`, as a site would, into `e2e/dist`. */
export default defineConfig({
  root: folder.pathname,
  // React as in development: StrictMode runs effects twice, and warnings reach the console, where tests see them
  define: { 'process.env.NODE_ENV': '"development"' },
  build: {
    target: 'es2022',
    reportCompressedSize: false,
    outDir: '../dist',
    emptyOutDir: true,
    rolldownOptions: {
      input: pages.map((page) => new URL(page, folder).pathname),
      // what two pages share of wagmi would be put into one page's own chunk, and the other one would run that page, too
      output: { codeSplitting: { groups: [{ name: 'wagmiPackage', test: /node_modules\/@?wagmi\// }] } },
    },
  },
})

import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { sitePlugin } from './src/site/sitePlugin.ts'

const sources = fileURLToPath(new URL('src/', import.meta.url))
/** The scripts of the pages, by name: `src/parts/parts.entry.tsx` is `parts`. */
const scripts = readdirSync(sources, { recursive: true, encoding: 'utf8' }).flatMap((path) => {
  const [, name] = /(?:^|[\\/])(\w+)\.entry\.tsx?$/.exec(path) ?? []
  return name ? [[name, join(sources, path)] as const] : []
})

export default defineConfig({
  // relative, because the site may be served below any path
  base: './',
  plugins: [react(), sitePlugin()],
  build: {
    target: 'es2022',
    reportCompressedSize: false,
    chunkSizeWarningLimit: 600,
    modulePreload: { polyfill: false },
    // switches off two warnings: about the kit's own chunks, and about the build time of the site
    rolldownOptions: {
      checks: { ineffectiveDynamicImport: false, pluginTimings: false },
      input: Object.fromEntries(scripts),
    },
  },
})

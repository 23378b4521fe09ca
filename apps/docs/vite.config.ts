import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { sitePlugin } from './src/site/sitePlugin.ts'

const at = (path: string) => fileURLToPath(new URL(`src/${path}`, import.meta.url))

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
      input: {
        theme: at('client/theme.ts'),
        main: at('client/main.ts'),
        playground: at('playground/main.tsx'),
        parts: at('parts/main.tsx'),
        preview: at('preview/main.tsx'),
      },
    },
  },
})

import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { sitePlugin } from './src/site/sitePlugin.ts'

const at = (path: string) => fileURLToPath(new URL(`src/${path}`, import.meta.url))

export default defineConfig({
  // the site may stand under any path
  base: './',
  plugins: [react(), sitePlugin()],
  build: {
    target: 'es2022',
    reportCompressedSize: false,
    chunkSizeWarningLimit: 600,
    modulePreload: { polyfill: false },
    // the first warning is about the kit's own chunks, the second about the build time of the site
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

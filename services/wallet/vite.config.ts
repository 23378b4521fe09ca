import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))

/** The frame's page. Its server forbids inline code and styles, so everything is a file under `/assets`. */
export default defineConfig({
  root: path('src/frame'),
  base: '/',
  plugins: [react()],
  resolve: { conditions: ['latchkey-source', 'module', 'browser', 'production'] },
  build: {
    outDir: path('dist'),
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rollupOptions: { input: [path('src/frame/index.html'), path('src/frame/window.html')] },
  },
})

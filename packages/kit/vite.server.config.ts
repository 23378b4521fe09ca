import { defineConfig } from 'vite'
import { external } from './external.ts'

/**
 * What servers run, built by itself: it shares no file with pages, so that neither decides how the
 * other is cut.
 */
export default defineConfig({
  build: {
    target: 'es2022',
    minify: false,
    reportCompressedSize: false,
    lib: {
      entry: { siwxServer: new URL('src/exports/siwxServer.ts', import.meta.url).pathname },
      formats: ['es'],
    },
    rolldownOptions: {
      external,
      treeshake: { manualPureFunctions: ['v'] },
      output: { chunkFileNames: 'server/[name].js', entryFileNames: '[name].js' },
    },
  },
})

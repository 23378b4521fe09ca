import { defineConfig } from 'vite'
import { external } from './external.ts'

/**
 * The build for servers alone. It shares no file with pages, so that neither build affects the
 * chunks of the other.
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

import { defineConfig } from 'vite'

/**
 * The build for pages without React, or without a bundler: everything is inside, React included. A
 * press and a connected wallet load the rest, as in the package.
 */
export default defineConfig({
  plugins: [
    {
      name: 'browser-platform',
      enforce: 'pre',
      resolveId(source, importer) {
        return importer && source.endsWith('/serverHtml.ts')
          ? this.resolve(source.replace('serverHtml', 'serverHtml.browser'), importer)
          : null
      },
    },
  ],
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    target: 'es2022',
    // as in vite.config.ts
    cssTarget: ['chrome123', 'firefox121', 'safari17.5'],
    minify: true,
    cssMinify: true,
    reportCompressedSize: false,
    lib: {
      entry: { latchkey: new URL('src/exports/browser.ts', import.meta.url).pathname },
      formats: ['es'],
    },
    rolldownOptions: {
      treeshake: { manualPureFunctions: ['v'] },
      output: {
        minify: true,
        codeSplitting: {
          // all that a page loads at first is one file
          groups: [{ name: 'page', tags: ['$initial'] }],
        },
        chunkFileNames: '[name]-[hash].js',
        entryFileNames: '[name].js',
      },
    },
  },
})

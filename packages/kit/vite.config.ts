import { readdirSync } from 'node:fs'
import { basename, extname } from 'node:path'
import { defineConfig } from 'vite'
import { fileOf, groups } from './chunks.ts'
import { external } from './external.ts'

const folder = new URL('src/exports/', import.meta.url)
// Code for servers alone has a build of its own (vite.server.config.ts), and so has the file with
// everything inside (vite.browser.config.ts).
const entries = readdirSync(folder).filter(
  (file) =>
    /\.tsx?$/.test(file) &&
    !file.includes('.test.') &&
    file !== 'siwxServer.ts' &&
    file !== 'browser.ts',
)

/**
 * Modules for servers alone. Browsers get another file, which the site's bundler chooses
 * (package.json, "imports").
 */
const perPlatform = ['serverHtml', 'serverHtml.browser']

export default defineConfig({
  plugins: [
    {
      // When the bundler drops a constant, the import of its module stays. A site's bundler would
      // load that module without need.
      name: 'no-bare-imports',
      generateBundle(_, bundle) {
        for (const file of Object.values(bundle))
          if (file.type === 'chunk') file.code = file.code.replaceAll(/^import "\.[^"]*";\n/gm, '')
      },
    },
    {
      // A constant is inlined where it is used. A style sheet of several components would be
      // inlined into each of them.
      name: 'style-sheets-once',
      enforce: 'post',
      transform: (code, id) =>
        id.endsWith('.css?inline')
          ? code.replace(
              /^export default (".*");?\s*$/s,
              'export default /* @__PURE__ */ String($1)',
            )
          : undefined,
    },
    {
      name: 'per-platform',
      enforce: 'pre',
      resolveId: (source, importer) =>
        importer && source.endsWith('/serverHtml.ts')
          ? { id: '#serverHtml', external: true }
          : null,
    },
  ],
  build: {
    target: 'es2022',
    // style sheets are adopted as they are written: every browser here supports nesting, @layer and
    // light-dark()
    cssTarget: ['chrome123', 'firefox121', 'safari17.5'],
    // a site's own bundler minifies; readable code makes its stack traces useful
    minify: false,
    cssMinify: true,
    reportCompressedSize: false,
    lib: {
      entry: Object.fromEntries([
        ...entries.map((file) => [basename(file, extname(file)), new URL(file, folder).pathname]),
        ...perPlatform.map((name) => [
          name,
          new URL(`src/react/button/${name}.ts`, import.meta.url).pathname,
        ]),
      ]),
      formats: ['es'],
    },
    rolldownOptions: {
      external,
      preserveEntrySignatures: 'allow-extension',
      // a lazy module may be in the file of a screen that needs it, too
      checks: { ineffectiveDynamicImport: false },
      // drops schemas of valibot that are not used
      treeshake: { manualPureFunctions: ['v'] },
      // a constant is shorter than its name
      optimization: { inlineConst: { mode: 'all', pass: 3 } },
      output: {
        codeSplitting: {
          minSize: 0,
          groups,
        },
        chunkFileNames: fileOf,
        entryFileNames: '[name].js',
        banner: (chunk) => (chunk.isEntry && chunk.name === 'react' ? "'use client'" : ''),
      },
    },
  },
})

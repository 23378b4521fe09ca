import { readdirSync } from 'node:fs'
import { basename, extname } from 'node:path'
import { defineConfig } from 'vite'
import { fileOf, groupsFor, readFirstLoad } from './chunks.ts'
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
 * Modules of which the site's bundler chooses one file: for a server or a browser, for development
 * or production (package.json, "imports").
 */
const chosen = {
  serverHtml: ['react/button/serverHtml.ts', 'react/button/serverHtml.browser.ts'],
  optionChecks: ['core/options/optionChecks.ts', 'core/options/optionChecks.production.ts'],
}

/** The options by which code that is not needed is dropped. */
const rolldownOptions = {
  external,
  // drops schemas of valibot that are not used
  treeshake: { manualPureFunctions: ['v'] },
  // a constant is shorter than its name
  optimization: { inlineConst: { mode: 'all', pass: 3 } },
} as const

const groups = groupsFor(await readFirstLoad(rolldownOptions))

export default defineConfig({
  plugins: [
    {
      // Rolldown finds the imports of a file before it inlines constants and drops schemas. The
      // imports that are not used then stay, and a site's bundler would load their files. The kit
      // needs the side effects of no package.
      name: 'no-bare-imports',
      generateBundle(_, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type !== 'chunk' || !/^import "/m.test(file.code)) continue
          for (const statement of this.parse(file.code).body.toReversed())
            if (statement.type === 'ImportDeclaration' && statement.specifiers.length === 0)
              file.code = file.code.slice(0, statement.start) + file.code.slice(statement.end + 1)
        }
      },
    },
    {
      // A constant is inlined where it is used. A style sheet of several components would be
      // inlined into each of them; what a call returns is no constant.
      name: 'style-sheets-once',
      enforce: 'post',
      transform: {
        filter: { id: /\.css\?inline$/ },
        handler(code) {
          const sheet = this.parse(code).body.find(
            (statement) => statement.type === 'ExportDefaultDeclaration',
          )?.declaration
          if (!sheet) throw new Error('Vite makes no default export of a style sheet any more.')
          return `export default /* @__PURE__ */ String(${code.slice(sheet.start, sheet.end)})`
        },
      },
    },
    {
      name: 'chosen-by-the-site',
      enforce: 'pre',
      resolveId(source, importer) {
        const name = basename(source, '.ts')
        return importer && Object.hasOwn(chosen, name) ? { id: `#${name}`, external: true } : null
      },
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
        ...Object.values(chosen)
          .flat()
          .map((path) => [basename(path, '.ts'), new URL(`src/${path}`, import.meta.url).pathname]),
      ]),
      formats: ['es'],
    },
    rolldownOptions: {
      ...rolldownOptions,
      preserveEntrySignatures: 'allow-extension',
      // a lazy module may be in the file of a screen that needs it, too
      checks: { ineffectiveDynamicImport: false },
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

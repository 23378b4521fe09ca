// Builds the contents of `latchkey-serve`: our own code as modules in one folder, other packages
// unchanged, and the files that the code reads.
import { cpSync, mkdirSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { filesUnder } from './fingerprint.mjs'
import { root } from './root.mjs'

/** Files that modules read from places near their source. */
const files = [
  'packages/server/data/emptyDatabase.tar.br',
  'packages/server/src/db/pgliteWorker.mjs',
  'services/relay/package.json',
  'services/sandbox/src/checkout/pages/checkout.css',
  'services/wallet/dist',
]

/** The style sheets of `packages/ui`. The sandbox's checkout page contains some of them. */
const partSheets = () =>
  filesUnder(join(root, 'packages/ui/src'))
    .filter((file) => file.endsWith('.css'))
    .map((file) => relative(root, file))

/** The sources of the build. */
export const serveInputs = [
  'packages/protocol/src',
  'packages/ui/src',
  'packages/words/src',
  'packages/server/src',
  'packages/server/data',
  'services/api/src',
  'services/api/data',
  'services/api/package.json',
  'services/relay/src',
  'services/relay/package.json',
  'services/sandbox/src',
  'services/sandbox/package.json',
  'services/wallet/src',
  'services/wallet/package.json',
  'services/wallet/vite.config.ts',
  'services/serve',
]

/**
 * Replaces `import.meta.url`, so that a built module looks for its files under `files/`, at the
 * path that its source has in the workspace. All built modules are in the folder that contains
 * `files/`.
 */
const filesBeside = {
  name: 'files-beside',
  enforce: 'pre',
  transform: (code, id) =>
    id.includes('/node_modules/') || !code.includes('import.meta.url')
      ? null
      : {
          code: code.replaceAll(
            'import.meta.url',
            `new URL(${JSON.stringify(`./files/${relative(root, id)}`)}, import.meta.url).href`,
          ),
          map: null,
        },
}

/** Builds the program into a folder. */
export async function buildServe(folder) {
  const { build } = await import('vite')
  const conditions = ['latchkey-source', 'node', 'import']
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [filesBeside],
    resolve: { conditions },
    // our own packages are private, so they are bundled; the others are dependencies of the
    // published package
    ssr: { noExternal: [/^@latchkey\//], resolve: { conditions } },
    build: {
      ssr: true,
      minify: false,
      target: 'node20',
      outDir: folder,
      emptyOutDir: true,
      rolldownOptions: {
        input: { main: join(root, 'services/serve/src/main.ts') },
        output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
      },
    },
  })
  for (const file of [...files, ...partSheets()]) {
    const target = join(folder, 'files', file)
    mkdirSync(dirname(target), { recursive: true })
    cpSync(join(root, file), target, { recursive: true })
  }
}

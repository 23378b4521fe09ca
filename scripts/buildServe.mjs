// Builds the contents of `latchkey-serve`: our own code as modules in one folder, other packages
// unchanged, and the files that the code reads.
import { cpSync, mkdirSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { filesUnder } from './fingerprint.mjs'
import { sourcesOf } from './projects.mjs'
import { root } from './root.mjs'

/** The style sheets of `packages/ui`. The sandbox's checkout page contains some of them. */
const partSheets = () =>
  filesUnder(join(root, 'packages/ui/src'))
    .filter((file) => file.endsWith('.css'))
    .map((file) => relative(root, file))

/** The sources of the build: those of the services, and those of the wallet's page. */
export const serveInputs = sourcesOf('services/serve', 'services/wallet/src/frame')

/** Matches a file that a module reads from a place near its source. */
const readFile = /new URL\('([^']+)', import\.meta\.url\)/g

/**
 * Replaces `import.meta.url`, so that a built module looks for its files under `files/`, at the
 * path that its source has in the workspace. All built modules are in the folder that contains
 * `files/`. Adds the files to `found`, as paths relative to the workspace.
 */
const filesBeside = (found) => ({
  name: 'files-beside',
  enforce: 'pre',
  transform(code, id) {
    if (id.includes('/node_modules/') || !code.includes('import.meta.url')) return null
    for (const [, file] of code.matchAll(readFile))
      found.add(relative(root, join(dirname(id), file)))
    return {
      code: code.replaceAll(
        'import.meta.url',
        `new URL(${JSON.stringify(`./files/${relative(root, id)}`)}, import.meta.url).href`,
      ),
      map: null,
    }
  },
})

/** Builds the program into a folder. */
export async function buildServe(folder) {
  const { build } = await import('vite')
  const files = new Set(partSheets())
  const conditions = ['latchkey-source', 'node', 'import']
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [filesBeside(files)],
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
  for (const file of files) {
    const target = join(folder, 'files', file)
    mkdirSync(dirname(target), { recursive: true })
    cpSync(join(root, file), target, { recursive: true })
  }
}

// Builds the programs that tests start often, each as one file with shared chunks, because loading
// the sources through tsx takes six times as long.
import { pathToFileURL } from 'node:url'
import { dirname, join } from 'node:path'
import { sourcesOf } from './projects.mjs'
import { root } from './root.mjs'
import { trackedFiles } from './trackedFiles.mjs'

/**
 * Whether Node starts a file by its path: `main.ts`, `x.entry.ts`, or a scene of `abuse`, which an
 * attacker process loads. Browsers start the entries of apps, frames and pages.
 */
const isProgram = (path) =>
  /(?:^|\/)(?:main|\w+\.entry)\.ts$|^tests\/abuse\/\w+\/\w+\.ts$/.test(path) &&
  !/(?:^|\/)(?:apps|examples|frame|pages)\//.test(path)

const programs = trackedFiles().filter(isProgram)

/** The sources of the programs: the packages, and the folders of tests that have programs. */
export const programInputs = [
  ...sourcesOf('devnet', 'services/serve'),
  ...new Set(programs.filter((path) => path.startsWith('tests/')).map((path) => dirname(path))),
]

/**
 * Replaces `import.meta.url` by the URL of the source, because a bundled module would look for its
 * files next to the bundle.
 */
const ownUrls = {
  name: 'own-urls',
  enforce: 'pre',
  transform: (code, id) =>
    id.includes('/node_modules/') || !code.includes('import.meta.url')
      ? null
      : {
          code: code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href)),
          map: null,
        },
}

/**
 * Builds the programs into a folder, where `packages/server/src/testing/programs.ts` finds them.
 */
export async function buildPrograms(folder) {
  const { build } = await import('vite')
  const input = Object.fromEntries(
    programs.map((file) => [file.replaceAll('/', '.').replace(/\.ts$/, ''), join(root, file)]),
  )
  const conditions = ['latchkey-source', 'node', 'import']
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [ownUrls],
    resolve: { conditions },
    // not bundled: these packages read files of their own (WebAssembly, binaries), or have CommonJS
    // parts that cannot be bundled
    ssr: {
      noExternal: true,
      external: [
        '@electric-sql/pglite',
        'lmdb',
        'pg',
        '@foundry-rs/anvil',
        'litesvm',
        'oidc-provider',
        '@playwright/test',
      ],
      resolve: { conditions },
    },
    build: {
      ssr: true,
      minify: false,
      target: 'node20',
      outDir: folder,
      emptyOutDir: true,
      rolldownOptions: {
        input,
        output: { entryFileNames: '[name].mjs', chunkFileNames: 'shared/[name]-[hash].mjs' },
      },
    },
  })
}

// Builds the programs that tests start often, each as one file with shared chunks, because loading
// the sources through tsx takes six times as long.
import { pathToFileURL } from 'node:url'
import { join, relative } from 'node:path'
import { filesUnder } from './fingerprint.mjs'
import { root } from './root.mjs'

/** The sources of the programs. */
export const programInputs = [
  'packages/protocol/src',
  'packages/ui/src',
  'packages/words/src',
  'packages/server/src',
  'services/api/src',
  'services/api/package.json',
  'services/relay/src',
  'services/relay/package.json',
  'services/sandbox/src',
  'services/sandbox/package.json',
  'services/wallet/src/server',
  'services/wallet/package.json',
  'services/serve/src',
  'services/serve/package.json',
  'devnet/src',
  'devnet/package.json',
  'tests/e2e/fixtures',
  'tests/e2e/support/frameSitePage.ts',
  'tests/abuse',
]

const programs = [
  'services/api/src/main.ts',
  'services/api/src/createApi.ts',
  'services/api/src/reindexMain.ts',
  'services/api/src/testing/startTestIndexing.ts',
  'services/relay/src/main.ts',
  'services/relay/src/testing/publishForever.ts',
  'services/sandbox/src/main.ts',
  'services/wallet/src/server/main.ts',
  'services/serve/src/main.ts',
  'packages/server/src/testing/brokenDisk.ts',
  'devnet/src/main.ts',
  'devnet/src/startLatchkey.ts',
  'devnet/src/startCompanies.ts',
  'devnet/src/startWallet.ts',
  'devnet/src/solana/testing/startKilled.ts',
  'tests/e2e/fixtures/serveCompany.ts',
  'tests/e2e/fixtures/serveMailed.ts',
  'tests/e2e/fixtures/serveSolana.ts',
  'tests/e2e/fixtures/serveWallet.ts',
  'tests/e2e/fixtures/startOwnRelay.ts',
]

/**
 * The processes of `abuse`, and the files of its scenes. An attacker process loads the file of one
 * scene.
 */
const ofAbuse = () =>
  filesUnder(join(root, 'tests/abuse'))
    .map((file) => relative(root, file))
    .filter((file) => /^tests\/abuse\/(attacker|\w+\/\w+)\.ts$/.test(file))

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
    [...programs, ...ofAbuse()].map((file) => [
      file.replaceAll('/', '.').replace(/\.ts$/, ''),
      join(root, file),
    ]),
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

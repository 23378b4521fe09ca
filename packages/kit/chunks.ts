import { build } from 'vite'
import type { Rolldown } from 'vite'

const kit = new URL('.', import.meta.url).pathname

/** What a page with a button imports. */
const firstEntries = [
  'createKit.ts',
  'core/options/optionChecks.production.ts', // a site's bundler chooses between this and the other
  'exports/bitcoin.ts',
  'exports/ens.ts',
  'exports/evm.ts',
  'exports/polkadot.ts',
  'exports/solana.ts',
  'react/button/ConnectButton.tsx',
  'react/button/KitProvider.tsx',
].map((path) => `${kit}src/${path}`)

/**
 * The ids of the modules that a page with a button loads: those that are left in a build of it,
 * without `.lazy` modules.
 */
export async function readFirstLoad({
  external,
  ...options
}: Pick<Rolldown.InputOptions, 'treeshake' | 'optimization'> & {
  external: readonly RegExp[]
}): Promise<ReadonlySet<string>> {
  const built = await build({
    configFile: false,
    root: kit,
    logLevel: 'silent',
    build: {
      write: false,
      lib: { entry: firstEntries, formats: ['es'] },
      rolldownOptions: { ...options, external: [...external, /\.lazy\./] },
    },
  })
  return new Set(
    [built]
      .flat()
      .flatMap((result) => ('output' in result ? result.output : []))
      .flatMap((file) => (file.type === 'chunk' ? Object.entries(file.modules) : []))
      .filter(([, { renderedLength }]) => renderedLength > 0)
      .map(([id]) => id),
  )
}

type Group = Rolldown.CodeSplittingGroup

/** A file of the modules that match, and of all that they import. */
const together = (name: string, test: RegExp): Group => ({ name, test })

/** The path of a module in the built kit. */
const pathOf = (id: string) =>
  // every module stands in a package, or in a package's dependency
  id.replace(/^.*\/packages\/|^.*\/(?=node_modules\/)/, '').replace(/(\.tsx?)?(\?.*)?$/, '')
const alone: Group = { debugName: 'alone', name: pathOf, includeDependenciesRecursively: false }

/**
 * The rules for the files of the built kit. A `.lazy` module is a file, with what it alone imports.
 * Beside that there are three rules. Where several apply to a module, the first holds.
 */
const rulesFor = (firstLoad: ReadonlySet<string>): readonly Group[] => [
  // 1. A module of the first load is a file: a site's bundler drops and groups them. Those that
  // nearly all others import are one, because Vite would make several files of them.
  {
    ...alone,
    name: 'first/protocol',
    test: (id) => firstLoad.has(id) && /\/(protocol\/src|kit\/src\/core\/text)\//.test(id),
  },
  { ...alone, test: (id) => firstLoad.has(id) },

  // 2. The modules that one step of a visit needs are one file, so that a press sends few requests.
  // The files without React must not make `.lazy` modules load each other in a circle: Rolldown
  // keeps such a circle even in a site that does not use it, and can't build that site as one
  // script (`chunks.test.ts`).
  together(
    'later/core',
    /\/kit\/src\/(core\/(accounts|errors|kit|options|page)\/|core\/(http\/foreignPicture|queries\/refreshAccount|storage\/storedValue)|session\/flow\/isBlockedByGate|react\/i18n\/applyTexts)\w*\.ts|\/protocol\/src\/(links|base64|hex|images|monogram|nameSearch|nativeToken)\./,
  ),
  together(
    'later/evm',
    /\/kit\/src\/chains\/evm\/provider\/(chain|checkRequest|provider|quantity)\./,
  ),
  together('later/http', /\/kit\/src\/core\/http\/http\./),
  together('later/api', /\/kit\/src\/core\/http\/callApi\./),
  together('later/wallets', /\/kit\/src\/domains\/wallets\/\w+\.ts/),
  together(
    'later/session',
    /\/kit\/src\/(session\/(connectors|dispatch|links|resumeTransactions|sharedConnections|silentReconnect)|core\/(requests\/(causesOf|readSafely)|storage\/accountMemory))\.|\/protocol\/src\/rpc\./,
  ),

  // 1. again: what else works without React, and what a site may import alone.
  {
    ...alone,
    test: /\/(kit\/src\/(core|session|chains|sources|domains)|protocol|words)\/(?!.*\.lazy\.)/,
  },
  { ...alone, test: /^(?!.*\.lazy\.)/, tags: ['$initial'] },

  // 2. again: the steps with screens.
  together('later/modal', /\/kit\/src\/react\/KitModal\./),
  together('later/connected', /\/kit\/src\/react\/(connected\/|account\/formatAmount\.)/),
  together(
    'later/connecting',
    /\/(kit\/src\/react\/(features\/(connecting\/(index|ConnectingExternalView)|useConnectedElsewhere)|hooks\/(useCopy|useCountdown))|ui\/src\/CopyIcon)\./,
  ),
  together('later/account', /\/kit\/src\/react\/features\/account\/AccountView\./),

  // 3. What several `.lazy` modules of a feature share is one file.
  {
    debugName: 'features',
    name: (id) => `later/${/features\/\w+(?=\/)/.exec(id)?.[0] ?? 'features'}`,
    test: /\/kit\/src\/react\/features\/(?!.*\.lazy\.)/,
    minShareCount: 2,
    includeDependenciesRecursively: false,
  },
]

/** The rules as Rolldown takes them in `codeSplitting.groups`. */
export const groupsFor = (firstLoad: ReadonlySet<string>): Group[] =>
  rulesFor(firstLoad).map((group, index, all) => ({ ...group, priority: all.length - index }))

/** The path of a file of the built kit: a file that no rule names is that of its last module. */
export const fileOf = ({ name, facadeModuleId, moduleIds }: Rolldown.PreRenderedChunk) => {
  if (name.includes('/')) return `${name}.js`
  const id = facadeModuleId ?? moduleIds.at(-1)
  return `later/${id && !id.startsWith('\0') ? pathOf(id) : name}.js`
}

// Checks the built kit as a customer gets it, outside the workspace: it loads in plain Node, its
// types are complete under both module resolutions of TypeScript, and publint and "Are the types
// wrong?" find nothing.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { checkPackage, Package } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { ensureBuilt } from './build.mjs'
import { installPacked } from './installPacked.mjs'
import { root } from './root.mjs'
import { run, runTool } from './run.mjs'

const kit = join(root, 'packages/kit')
const site = join(root, 'node_modules/.latchkey/site')
const installed = join(site, 'node_modules/latchkey')

const specifier = /(?:^|[\s;}])(?:from|import)\s*\(?\s*['"]([^'".][^'"]*)['"]/g
const packageOf = (name) =>
  name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/')

/** Imports of packages that the kit does not declare, so that a site may lack them. */
function undeclared(paths, { name, dependencies, peerDependencies }) {
  const declared = new Set([name, ...Object.keys(dependencies), ...Object.keys(peerDependencies)])
  return paths
    .filter((path) => /\.(js|d\.ts)$/.test(path))
    .flatMap((path) => {
      const text = readFileSync(join(installed, path), 'utf8')
      const names = new Set([...text.matchAll(specifier)].map((match) => packageOf(match[1])))
      return [...names]
        .filter((one) => !declared.has(one) && !one.startsWith('#'))
        .map((one) => `${path} imports ${one}, which is not declared`)
    })
}

/** Typings that refer to a document of the repository, which a site does not have. */
const foreignReferences = (paths) =>
  paths
    .filter((path) => path.endsWith('.d.ts'))
    .filter((path) => readFileSync(join(installed, path), 'utf8').includes('docs/contracts/'))
    .map((path) => `${path} refers to docs/contracts, which is not in the package`)

/** Packages that a site must install along with the kit. `isOptional`: only some sites need it. */
const peers = {
  react: { isOptional: true },
  'react-dom': { isOptional: true },
  viem: { isOptional: true },
  wagmi: { isOptional: true },
  '@polkadot-api/metadata-builders': { isOptional: true },
  '@polkadot-api/substrate-bindings': { isOptional: true },
  '@scure/btc-signer': { isOptional: true },
  '@scure/sr25519': { isOptional: true },
  '@solana/kit': { isOptional: true },
}

/**
 * Peers that are missing, unneeded, or not marked optional although only some sites need them. npm
 * would refuse to install the kit with such a fault, or warn at each installation.
 */
function wrongPeers({ peerDependencies, peerDependenciesMeta }) {
  const names = new Set([
    ...Object.keys(peers),
    ...Object.keys(peerDependencies),
    ...Object.keys(peerDependenciesMeta),
  ])
  return [...names].flatMap((name) => {
    if (Boolean(peers[name]) !== Boolean(peerDependencies[name]))
      return `${name} is ${peers[name] ? 'no' : 'a'} peer of packages/kit/package.json`
    return Boolean(peers[name]?.isOptional) === Boolean(peerDependenciesMeta[name]?.optional)
      ? []
      : `The peer ${name} is ${peers[name]?.isOptional ? 'not ' : ''}optional`
  })
}

const numbersOf = (version) => version.split('.').map(Number)
const isAtLeast = ([major, minor, patch = 0], [leastMajor, leastMinor, leastPatch = 0]) =>
  major > leastMajor ||
  (major === leastMajor && (minor > leastMinor || (minor === leastMinor && patch >= leastPatch)))

/** Whether a range of `^1.2.3` and `>=1.2`, joined by `||`, accepts a version. */
function accepts(range, version) {
  return range.split('||').some((part) => {
    const [, sign, least] = /^\s*(\^|>=)([\d.]+)\s*$/.exec(part) ?? []
    if (!sign) throw new Error(`The range ${part} is of another form than this check reads`)
    const [actual, wanted] = [numbersOf(version), numbersOf(least)]
    return isAtLeast(actual, wanted) && (sign === '>=' || actual[0] === wanted[0])
  })
}

/**
 * Packages of the test sites whose versions the kit's peer ranges refuse. `npm install` would fail
 * on such a site.
 */
function refusedVersions({ peerDependencies }) {
  const sites = join(root, 'tests/e2e/sites')
  const manifests = readdirSync(sites)
    .map((name) => join(sites, name, 'package.json'))
    .filter((path) => existsSync(path))
    .map((path) => JSON.parse(readFileSync(path, 'utf8')))
  return manifests.flatMap(({ name: site, dependencies }) =>
    Object.entries(peerDependencies).flatMap(([name, range]) =>
      dependencies[name] && !accepts(range, dependencies[name])
        ? `${site} has ${name} ${dependencies[name]}, which the peer range ${range} refuses`
        : [],
    ),
  )
}

const anyImport = /(?:from|import)\s*\(?\s*"(\.[^"]+\.js)"/g
const staticImport = /(?:from|^import)\s*"(\.[^"]+\.js)"/gm
/** Chunks that are loaded later. A page that uses hooks or wagmi may load what they share. */
const later = /dist\/later\/(?!(?:core|evm|wallets)\.)|\.lazy\.js$/

/** The files that load together with the entries, through imports that match `form`. */
function loadedWith(entryFiles, form = staticImport) {
  const seen = new Set(entryFiles)
  for (const path of seen)
    for (const [, name] of readFileSync(join(installed, path), 'utf8').matchAll(form))
      seen.add(join(dirname(path), name))
  return [...seen]
}

/** The peers of each kind of chain, and of wagmi, which only its own entry needs. */
const peersOf = {
  evm: ['viem'],
  solana: ['@solana/kit'],
  bitcoin: ['@scure/btc-signer'],
  polkadot: ['@polkadot-api/metadata-builders', '@polkadot-api/substrate-bindings'],
  wagmi: ['wagmi'],
}
const allBut = (chain) =>
  Object.entries(peersOf).flatMap(([name, peers]) => (name === chain ? [] : peers))

/** By entry: the peers that a site which uses only that entry need not install. */
const needless = {
  './evm': allBut('evm'),
  './testing': allBut('evm'),
  ...Object.fromEntries(
    ['bitcoin', 'polkadot', 'solana'].flatMap((chain) =>
      [`./${chain}`, `./testing/${chain}`].map((entry) => [entry, allBut(chain)]),
    ),
  ),
  './react': allBut(undefined),
}

/**
 * Files of an entry that import a peer which its sites need not install (`needless`). Files that
 * load later count, because a bundler resolves lazy imports, too.
 */
function foreignPeers(exports) {
  return Object.entries(needless).flatMap(([entry, names]) =>
    loadedWith([exports[entry].default], anyImport).flatMap((path) => {
      const imported = new Set(
        [...readFileSync(join(installed, path), 'utf8').matchAll(specifier)].map((match) =>
          packageOf(match[1]),
        ),
      )
      return names
        .filter((name) => imported.has(name))
        .map((name) => `${path}, which comes with ${entry}, imports ${name}`)
    }),
  )
}

/**
 * Chunks that should be loaded later, but are loaded with the page because an entry imports them.
 */
function tooEarly(entryFiles) {
  return loadedWith(entryFiles)
    .filter((path) => later.test(path))
    .map(
      (path) =>
        `${path} is loaded with the page: an entry imports what stands in it (packages/kit/chunks.ts)`,
    )
}

/**
 * Files that still contain a macro which only Vite replaces. Other bundlers leave it unchanged, so
 * the code would fail.
 */
function macrosLeft(paths) {
  return paths
    .filter(
      (path) =>
        /\.(js|d\.ts)$/.test(path) &&
        readFileSync(join(installed, path), 'utf8').includes('import.meta.glob'),
    )
    .map((path) => `${path} has import.meta.glob, which only Vite understands`)
}

function writeSite(entries) {
  writeFileSync(
    join(site, 'package.json'),
    JSON.stringify({ name: 'site', private: true, type: 'module' }),
  )
  const lines = entries.map((entry, index) => `import * as entry${index} from '${entry}'`)
  const used = entries.map((_, index) => `entry${index}`).join(', ')
  writeFileSync(join(site, 'site.tsx'), `${lines.join('\n')}\nexport const entries = [${used}]\n`)
  writeFileSync(
    join(site, 'site.mjs'),
    `${lines.join('\n')}\nif ([${used}].some((entry) => Object.keys(entry).length === 0)) throw new Error('An entry exports nothing')\n`,
  )
}

async function typeErrors(module, moduleResolution, { cwd = site, file = 'site.tsx' } = {}) {
  const compilerOptions = {
    noEmit: true,
    strict: true,
    skipLibCheck: false,
    jsx: 'react-jsx',
    target: 'es2022',
    lib: ['es2023', 'dom'],
    types: [],
    module,
    moduleResolution,
  }
  const config = join(cwd, `tsconfig.${moduleResolution}.json`)
  writeFileSync(config, JSON.stringify({ compilerOptions, files: [file] }))
  const { output } = await runTool('typescript/bin/tsc', ['-p', config, '--pretty', 'false'], {
    cwd,
    capture: true,
  })
  // type errors inside other packages are left out
  return output
    .split('\n')
    .filter((line) => /^(site\.tsx?|node_modules\/latchkey\/|error|tsconfig)/.test(line))
    .map((line) => `${moduleResolution}: ${line}`)
}

/**
 * Entries that use React. A site that imports one has React's types, so the check without React
 * leaves them out.
 */
const ofReact = ['latchkey/react']

/**
 * The code of a site without React. Even there, the kit's types must know the modal's screens and
 * options.
 */
const withoutReactSite = `
import { createKit } from 'latchkey'
import { evm } from 'latchkey/evm'
import type { TextKey } from 'latchkey'
declare const network: { id: number; name: string; nativeCurrency: { name: string; symbol: string; decimals: number }; rpcUrls: { default: { http: readonly string[] } } }
const title: TextKey = 'connect.title'
export const kit = createKit({
  metadata: { name: 'Site', url: 'https://example.org' },
  networks: [network],
  adapters: [evm()],
  features: { swaps: false, names: false },
  texts: { [title]: 'Log in' },
})
void kit.open({ view: 'Swap', amount: '1' })
void kit.open({ view: 'AllWallets' })
// @ts-expect-error there is no such screen
void kit.open({ view: 'Swaps' })
// @ts-expect-error there is no such text
export const unknown: TextKey = 'connect.titel'
`

/**
 * Type errors on a site without React and its types, outside the workspace. The site imports all
 * entries that do not need React.
 */
async function needsReact({ dependencies, peerDependencies }, entries) {
  const place = mkdtempSync(join(tmpdir(), 'latchkey-without-react-'))
  try {
    installPacked(place)
    for (const name of [...Object.keys(dependencies), ...Object.keys(peerDependencies)].filter(
      (one) => !one.startsWith('react'),
    )) {
      const path = join(place, 'node_modules', name)
      mkdirSync(dirname(path), { recursive: true })
      symlinkSync(join(root, 'node_modules', name), path)
    }
    writeFileSync(
      join(place, 'package.json'),
      JSON.stringify({ name: 'site', private: true, type: 'module' }),
    )
    writeFileSync(
      join(place, 'site.ts'),
      entries
        .filter((entry) => !ofReact.includes(entry))
        .map((entry, index) => `export * as entry${index} from '${entry}'\n`)
        .join('') + withoutReactSite,
    )
    const errors = []
    for (const [module, moduleResolution] of [
      ['esnext', 'bundler'],
      ['nodenext', 'nodenext'],
    ])
      errors.push(...(await typeErrors(module, moduleResolution, { cwd: place, file: 'site.ts' })))
    return errors.map((line) => `without React: ${line}`)
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}

/** All messages of publint about the package, suggestions included. */
async function publintFindings(manifest) {
  const { messages } = await publint({ pkgDir: installed, strict: true, pack: false })
  return messages.map((message) => `publint: ${formatMessage(message, manifest, { color: false })}`)
}

/**
 * Whether a finding is one that every package with only ES modules has. The tool's own profile
 * `esm-only` ignores these, too.
 */
const isOfEsModules = ({ kind, resolutionKind }) =>
  kind === 'CJSResolvesToESM' || (kind === 'NoResolution' && resolutionKind === 'node10')

/** Types that do not match the code, for each way of resolving modules. */
async function wrongTypes(paths, { name, version }) {
  const files = Object.fromEntries(
    paths.map((path) => [`/node_modules/${name}/${path}`, readFileSync(join(installed, path))]),
  )
  const { problems = [] } = await checkPackage(new Package(files, name, version))
  return problems
    .filter((problem) => !isOfEsModules(problem))
    .map(
      (problem) =>
        `types of ${problem.entrypoint ?? problem.fileName ?? name}: ${problem.kind} (${problem.resolutionKind ?? problem.resolutionOption ?? 'any resolution'})`,
    )
}

try {
  await ensureBuilt()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
rmSync(site, { recursive: true, force: true })
const files = installPacked(site)
const manifest = JSON.parse(readFileSync(join(kit, 'package.json'), 'utf8'))
const entries = Object.keys(manifest.exports)
  .filter((path) => path !== './package.json')
  .map((path) => manifest.name + path.slice(1))
writeSite(entries)
const [bundler, node16, withoutReact, inNode] = await Promise.all([
  typeErrors('esnext', 'bundler'),
  typeErrors('node16', 'node16'),
  needsReact(manifest, entries),
  run(process.execPath, ['site.mjs'], { cwd: site, capture: true }),
])
const findings = [
  ...foreignReferences(files),
  ...undeclared(files, manifest),
  ...macrosLeft(files),
  ...wrongPeers(manifest),
  ...refusedVersions(manifest),
  // the entries for tests are left out: a test makes sessions itself, so it may load their code at
  // once
  ...tooEarly(
    Object.entries(manifest.exports).flatMap(([entry, conditions]) =>
      entry.startsWith('./testing') ? [] : conditions.default,
    ),
  ),
  ...foreignPeers(manifest.exports),
  ...(await publintFindings(manifest)),
  ...(await wrongTypes(files, manifest)),
  ...bundler,
  ...node16,
  ...withoutReact,
  ...(inNode.code === 0
    ? []
    : [`Importing ${entries.join(', ')} in Node failed:\n${inNode.output}`]),
]
findings.forEach((finding) => console.error(finding))
console.log(`${files.length} files, ${entries.length} entries, ${findings.length} findings`)
process.exitCode = findings.length ? 1 : 0

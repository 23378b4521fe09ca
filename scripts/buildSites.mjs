// Builds the sites of tests/e2e/sites as customers would: outside the workspace, from the packed
// kit and the packages in each site's package.json, with type checks.
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { installPacked } from './installPacked.mjs'
import { root } from './root.mjs'
import { runTool } from './run.mjs'

const sites = join(root, 'tests/e2e/sites')
const homes = join(root, 'node_modules/.latchkey/homes')
const manifestOf = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

/**
 * The folder of a package of this version in `node_modules`: under its own name, or with the
 * version in the name (`wagmi-2`) if another version has the plain name.
 */
function installedAt(name, version) {
  const places = [name, `${name}-${version.split('.')[0]}`].map((place) =>
    join(root, 'node_modules', place),
  )
  const place = places.find((one) => existsSync(one) && manifestOf(one).version === version)
  if (!place)
    throw new Error(
      `${name} ${version} is not installed: tests/e2e/package.json has to name it, too`,
    )
  return place
}

/**
 * Copies a site and its dependencies into a folder of its own: `<home>/<site>` and `<home>/parts`
 * beside `<home>/node_modules`.
 */
function install(site, packed) {
  const home = join(homes, site)
  for (const folder of [site, 'parts'])
    cpSync(join(sites, folder), join(home, folder), { recursive: true })
  const { latchkey: _packed, ...others } = manifestOf(join(sites, site)).dependencies
  const places = Object.entries(others).map(([name, version]) => [name, installedAt(name, version)])
  cpSync(packed, join(home, 'node_modules'), { recursive: true })
  for (const [name, place] of places) {
    const link = join(home, 'node_modules', name)
    mkdirSync(dirname(link), { recursive: true })
    symlinkSync(place, link, 'junction')
  }
  return { home, places }
}

const compilerOptions = {
  noEmit: true,
  strict: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: true,
  allowImportingTsExtensions: true,
  jsx: 'react-jsx',
  target: 'es2022',
  lib: ['es2023', 'dom', 'dom.iterable'],
  types: [],
  module: 'esnext',
  moduleResolution: 'bundler',
}

/** Checks the types of a site. @throws with the compiler's output */
async function checkTypes(home, site) {
  writeFileSync(
    join(home, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, include: [`${site}/src`] }),
  )
  const { code, output } = await runTool('typescript/bin/tsc', ['-p', home, '--pretty', 'false'], {
    cwd: home,
    capture: true,
  })
  if (code !== 0) throw new Error(`The types of tests/e2e/sites/${site} are wrong:\n${output}`)
}

/** Refuses a page with a second copy of a package: the kit must use the site's own copy. */
const oneCopy = (places) => ({
  name: 'one-copy',
  generateBundle() {
    for (const [name, place] of places) {
      const others = [...this.getModuleIds()].filter(
        (id) => id.includes(`/node_modules/${name}/`) && !id.startsWith(`${place}/`),
      )
      if (others.length > 0) throw new Error(`A second copy of ${name}: ${others[0]}`)
    }
  },
})

async function buildSite({ home, places }, site, outDir) {
  const { build } = await import('vite')
  const folder = join(home, site)
  const input = readdirSync(folder)
    .filter((file) => file.endsWith('.html'))
    .map((page) => join(folder, page))
  // React runs as in development: StrictMode runs effects twice, and React's warnings reach the
  // console, where tests see them
  const define = { 'process.env.NODE_ENV': '"development"' }
  // packages must import the site's own copies: react-dom 18 would otherwise find React 19 beside
  // it
  const resolve = { dedupe: places.map(([name]) => name) }
  await build({
    root: folder,
    configFile: false,
    logLevel: 'error',
    define,
    resolve,
    plugins: [oneCopy(places)],
    build: { target: 'es2022', reportCompressedSize: false, outDir, rolldownOptions: { input } },
  })
}

/** Builds every site into `folder/<site>`. @throws with a compiler's output */
export async function buildSites(folder) {
  rmSync(homes, { recursive: true, force: true })
  const packed = join(homes, 'packed')
  installPacked(packed)
  const names = readdirSync(sites).filter((name) => existsSync(join(sites, name, 'package.json')))
  await Promise.all(
    names.map(async (site) => {
      const installed = install(site, join(packed, 'node_modules'))
      await Promise.all([
        checkTypes(installed.home, site),
        buildSite(installed, site, join(folder, site)),
      ])
    }),
  )
}

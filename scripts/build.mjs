// Builds the package that customers install: packages/kit/dist, code by Vite and types by tsc.
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { buildPrograms, programInputs } from './buildPrograms.mjs'
import { buildServe, serveInputs } from './buildServe.mjs'
import { buildSites } from './buildSites.mjs'
import { fingerprint } from './fingerprint.mjs'
import { ensureInstalled } from './install.mjs'
import { isMain } from './isMain.mjs'
import { portableTypes } from './portableTypes.mjs'
import { sourcesOf } from './projects.mjs'
import { root } from './root.mjs'
import { runTool } from './run.mjs'

const kit = join(root, 'packages/kit')
const isShipped = (file) => !/\.test(-d)?\.tsx?$|\.snap$/.test(file)

/** Does `work`, unless it was done before for the same `inputs` and its `output` still exists. */
async function once(name, { inputs, output, work }) {
  const stamp = join(root, 'node_modules/.latchkey', name)
  const want = fingerprint([...inputs, 'package-lock.json', 'scripts'], isShipped)
  if (existsSync(output) && existsSync(stamp) && readFileSync(stamp, 'utf8') === want) return
  const began = Date.now()
  const { NODE_ENV } = process.env
  try {
    await work()
  } finally {
    // Vite sets NODE_ENV. If it stayed set, child processes would run as in production, but only in
    // runs that build something
    if (NODE_ENV === undefined) delete process.env.NODE_ENV
    else process.env.NODE_ENV = NODE_ENV
  }
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, want)
  console.log(`Built ${name} in ${((Date.now() - began) / 1000).toFixed(1)} s.`)
}

/**
 * Lets `work` fill a new folder and then replaces `output` with it, so that no reader ever sees a
 * half-filled folder.
 */
async function replace(output, work) {
  const fresh = join(
    root,
    'node_modules/.latchkey',
    `${output.replaceAll('/', '-')}.${process.pid}`,
  )
  const old = `${fresh}.old`
  try {
    await work(fresh)
    // two renames, so that a reader sees the old folder or the new one, never a half-filled one
    if (existsSync(join(root, output))) renameSync(join(root, output), old)
    renameSync(fresh, join(root, output))
  } finally {
    for (const folder of [fresh, old]) rmSync(folder, { recursive: true, force: true })
  }
}

function buildKit() {
  return replace('packages/kit/dist', async (fresh) => {
    const { build } = await import('vite')
    const buildBy = (config, outDir, emptyOutDir) =>
      build({
        configFile: join(kit, config),
        root: kit,
        logLevel: 'warn',
        build: { outDir, emptyOutDir },
      })
    const [, types] = await Promise.all([
      buildBy('vite.config.ts', fresh, true)
        .then(() => buildBy('vite.server.config.ts', fresh, false))
        .then(() => buildBy('vite.browser.config.ts', join(fresh, 'browser'), false)),
      runTool(
        'typescript/bin/tsc',
        ['-p', join(kit, 'tsconfig.build.json'), '--outDir', join(fresh, 'types')],
        { capture: true },
      ),
    ])
    if (types.code !== 0) throw new Error(`The kit's types do not build:\n${types.output}`)
    portableTypes(join(fresh, 'types'))
  })
}

/**
 * Builds the kit when its sources have changed since the last build. @throws with the compiler's
 * output
 */
export function ensureBuilt() {
  return once('kit', {
    inputs: [...sourcesOf('packages/kit'), 'tsconfig.base.json'],
    output: join(kit, 'dist/index.js'),
    work: buildKit,
  })
}

/**
 * Builds an app with the built kit, if the app or the kit has changed. @returns {Promise<string>}
 * the folder to serve
 */
async function ensureAppBuilt(name, others = []) {
  await ensureBuilt()
  const app = join(root, 'apps', name)
  await once(name, {
    inputs: [`apps/${name}`, ...sourcesOf(`apps/${name}`), ...others],
    output: join(app, 'dist/index.html'),
    work: () =>
      replace(`apps/${name}/dist`, async (fresh) => {
        const { build } = await import('vite')
        await build({ root: app, logLevel: 'warn', build: { outDir: fresh, emptyOutDir: true } })
      }),
  })
  return join(app, 'dist')
}

/** Builds the demo site. @returns {Promise<string>} the folder to serve */
export const ensureDemoBuilt = () => ensureAppBuilt('demo')

/** Builds the phone. @returns {Promise<string>} the folder to serve */
export const ensurePhoneBuilt = () => ensureAppBuilt('phone')

/**
 * Builds the site of the documentation, which is made from all Markdown files. @returns
 * {Promise<string>} the folder to serve
 */
export const ensureDocsBuilt = () =>
  ensureAppBuilt('docs', [
    'docs',
    'README.md',
    ...readdirSync(join(root, 'services')).map((name) => `services/${name}/README.md`),
  ])

/**
 * Builds the page of the embedded wallet's frame. @returns {Promise<string>} the folder that the
 * wallet's server serves
 */
export async function ensureWalletBuilt() {
  const wallet = join(root, 'services/wallet')
  await once('wallet', {
    inputs: sourcesOf('services/wallet/src/frame'),
    output: join(wallet, 'dist/index.html'),
    work: () =>
      replace('services/wallet/dist', async (fresh) => {
        const { build } = await import('vite')
        await build({
          configFile: join(wallet, 'vite.config.ts'),
          logLevel: 'warn',
          build: { outDir: fresh, emptyOutDir: true },
        })
      }),
  })
  return join(wallet, 'dist')
}

/** Builds `latchkey-serve`. @returns {Promise<string>} the folder of its package */
export async function ensureServeBuilt() {
  await ensureWalletBuilt()
  const serve = join(root, 'services/serve')
  await once('serve', {
    inputs: serveInputs,
    output: join(serve, 'dist/main.mjs'),
    work: () => replace('services/serve/dist', buildServe),
  })
  return serve
}

/**
 * Builds the sites of tests/e2e/sites with the packed kit, into the folder from which
 * tests/e2e/fixtures/serveSites.ts serves them. @throws with a compiler's output
 */
export async function ensureSitesBuilt() {
  await ensureBuilt()
  const output = 'node_modules/.latchkey/builtSites'
  await once('sites', {
    inputs: ['tests/e2e/sites', ...sourcesOf('packages/kit')],
    output: join(root, output),
    work: () => replace(output, buildSites),
  })
}

/**
 * Builds the programs that tests start. @returns {Promise<string>} their folder, which tests get as
 * `LATCHKEY_PROGRAMS`
 */
export async function ensureProgramsBuilt() {
  const output = 'node_modules/.latchkey/programs'
  await once('program-files', {
    inputs: programInputs,
    output: join(root, output),
    work: () => replace(output, buildPrograms),
  })
  return join(root, output)
}

/**
 * Builds the test pages of tests/e2e/pages with the built kit, into the folder from which
 * tests/e2e/fixtures/servePages.ts serves them.
 */
export async function ensurePagesBuilt() {
  await ensureBuilt()
  const output = 'node_modules/.latchkey/builtPages'
  const work = () =>
    replace(output, async (fresh) => {
      const { build } = await import('vite')
      await build({
        configFile: join(root, 'tests/e2e/pages/vite.config.ts'),
        logLevel: 'error',
        build: { outDir: fresh, emptyOutDir: true },
      })
    })
  await once('pages', {
    inputs: ['tests/e2e/pages', ...sourcesOf('packages/kit')],
    output: join(root, output),
    work,
  })
}

if (isMain(import.meta.url)) {
  await ensureInstalled()
  try {
    await ensureBuilt()
    await ensureServeBuilt()
    await ensureDocsBuilt()
    console.log(
      'Built: packages/kit/dist, services/wallet/dist, services/serve/dist, apps/docs/dist',
    )
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  }
}

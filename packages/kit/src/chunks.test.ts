import { dirname, join } from 'node:path'
import { build } from 'vite'
import type { Rolldown } from 'vite'
import { beforeAll, expect, test } from 'vitest'

const kit = new URL('..', import.meta.url).pathname

/** A file of the built kit. `modules` are the ids of the modules in it. */
type Built = {
  name: string
  code: string
  isEntry: boolean
  imports: readonly string[]
  /** The files that it loads later. */
  loads: readonly string[]
  modules: readonly string[]
}

const files: Built[] = []

/** What the bundler of a site takes for a name under "imports" in package.json. */
const chosen: { readonly [name: string]: string } = {
  '#serverHtml': 'latchkey/serverHtml.browser',
  '#optionChecks': 'latchkey/optionChecks.production',
}

beforeAll(() =>
  build({
    configFile: `${kit}vite.config.ts`,
    root: kit,
    logLevel: 'silent',
    build: { write: false },
    plugins: [
      {
        name: 'look',
        generateBundle(_, bundle) {
          for (const file of Object.values(bundle))
            if (file.type === 'chunk')
              files.push({
                name: file.fileName,
                code: file.code,
                isEntry: file.isEntry,
                imports: file.imports,
                loads: file.dynamicImports,
                modules: file.moduleIds.map((id) => id.replace(/^.*\/packages\//, '')),
              })
        },
      },
    ],
  }),
)

/** The files with these names, and all files that they import. */
function loadedWith(names: readonly string[]): ReadonlySet<string> {
  const found = new Set(names)
  for (const name of found)
    for (const next of files.find((file) => file.name === name)?.imports ?? []) found.add(next)
  return found
}

/** Builds a site of these modules with the built kit, as a customer would. */
async function buildSite(
  modules: { readonly [name: string]: string },
  output: Rolldown.OutputOptions,
): Promise<{ scripts: readonly string[]; warnings: readonly (string | undefined)[] }> {
  const warnings: (string | undefined)[] = []
  const sources = new Map([
    ...Object.entries(modules),
    ...files.map(({ name, code }) => [`latchkey/${name}`, code] as const),
  ])
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [
      {
        name: 'built-kit',
        enforce: 'pre',
        resolveId(source, importer) {
          const path = source.startsWith('.')
            ? join(importer?.startsWith(kit) ? dirname(importer.slice(kit.length)) : '', source)
            : (chosen[source] ?? source)
          const id = [path, `${path}/index.js`, `${path}.js`].find((name) => sources.has(name))
          // in the kit's folder, whose packages it uses
          return id ? { id: kit + id, moduleSideEffects: id in modules } : null
        },
        load: (id) => (id.startsWith(kit) ? (sources.get(id.slice(kit.length)) ?? null) : null),
      },
    ],
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      minify: false,
      reportCompressedSize: false,
      rolldownOptions: {
        input: Object.keys(modules),
        output,
        onLog: (level, { code }) => {
          if (level === 'warn') warnings.push(code)
        },
      },
    },
  })
  const outputs = [built].flat().flatMap((result) => ('output' in result ? result.output : []))
  return { scripts: outputs.flatMap((file) => (file.type === 'chunk' ? file.code : [])), warnings }
}

test('a page with a button loads no chunk of `later/`', () => {
  const entries = [
    'evm.js',
    'ens.js',
    'solana.js',
    'kit/src/createKit.js',
    'kit/src/react/button/ConnectButton.js',
    'kit/src/react/button/KitProvider.js',
  ]
  expect(files.map(({ name }) => name)).toEqual(expect.arrayContaining(entries))
  expect([...loadedWith(entries)].filter((name) => name.startsWith('later/'))).toEqual([])
})

test('the entries of a site load no screen and no lazy module', () => {
  // the entry for tests is excluded, as it makes sessions itself
  const entries = files.filter(({ name, isEntry }) => isEntry && !name.startsWith('testing'))
  const loaded = loadedWith(entries.map(({ name }) => name))
  const later = [...loaded].filter((name) => name.startsWith('later/'))
  expect(later.toSorted()).toEqual(['later/evm.js', 'later/wallets.js'])
  const lazy = files
    .filter(({ name }) => loaded.has(name))
    .flatMap(({ modules }) => modules.filter((module) => module.includes('.lazy.')))
  expect(lazy).toEqual([])
})

test('chunks that work without React import no chunk with React', () => {
  // `react/i18n` contains no screens
  const isScreen = (module: string) => /^(kit\/src\/react\/(?!i18n\/)|ui\/src\/)/.test(module)
  const withReact = new Set(
    files
      .filter(({ code, modules }) => modules.some(isScreen) || /from "react"/.test(code))
      .map(({ name }) => name),
  )
  const without = files.filter(
    ({ modules, name, isEntry }) => modules.length > 0 && !withReact.has(name) && !isEntry,
  )
  expect(without.length).toBeGreaterThan(150)
  expect(
    without.flatMap(({ name, imports }) =>
      imports.filter((next) => withReact.has(next)).map((next) => `${name} imports ${next}`),
    ),
  ).toEqual([])
})

test('lazy modules that work without React do not load each other in a circle', () => {
  const known = new Map<string, ReadonlySet<string>>()
  /** The files that this file, or a file that it imports, loads later. */
  function laterThan(name: string): ReadonlySet<string> {
    const loaded = loadedWith([name])
    const later =
      known.get(name) ?? new Set(files.flatMap((file) => (loaded.has(file.name) ? file.loads : [])))
    known.set(name, later)
    return later
  }
  /** Those, and the files that they load later. */
  function everLaterThan(name: string): ReadonlySet<string> {
    const found = new Set(laterThan(name))
    found.delete(name) // it has itself already
    for (const later of found) for (const next of laterThan(later)) found.add(next)
    return found
  }
  const entries = files.filter(({ name, isEntry }) => isEntry && !name.startsWith('react'))
  const lazy = new Set(entries.flatMap(({ name }) => [...everLaterThan(name)]))
  expect(lazy.size).toBeGreaterThan(70)
  expect([...lazy].filter((name) => everLaterThan(name).has(name))).toEqual([])
})

test('a bundler builds a site into one script, without the parts that the site does not use', async () => {
  const site = `
    import { createDevelopmentWallet, memoryStorage } from 'latchkey/testing'
    globalThis.used = { createDevelopmentWallet, storage: memoryStorage() }`
  const { scripts } = await buildSite({ site }, { format: 'iife', codeSplitting: false })
  expect(scripts).toHaveLength(1)
  expect(scripts[0]).not.toContain('createKit')
  const page: { used?: { [name: string]: unknown } } = {}
  new Function('globalThis', scripts[0] ?? '')(page)
  expect(page.used).toMatchObject({
    createDevelopmentWallet: expect.any(Function),
    storage: { getItem: expect.any(Function) },
  })
})

test('a site built for production loads no checks of options at first', async () => {
  const site = `
    import { createKit } from 'latchkey'
    import { evm } from 'latchkey/evm'
    globalThis.used = [createKit, evm]`
  const { scripts } = await buildSite({ site }, { format: 'es' })
  const [first, ...later] = scripts.map((script) => ({
    makesKits: script.includes('In development the error says what to pass.'),
    checksOptions: script.includes('Pass a whole http(s) URL'),
  }))
  expect(first).toEqual({ makesKits: true, checksOptions: false })
  expect(later.some(({ checksOptions }) => checksOptions)).toBe(true)
})

test('a bundler gives no warning for a site with one page or with several pages', {
  timeout: 30_000,
}, async () => {
  const own = `
    import { connectList, createKit, registerName, watchNames } from 'latchkey'
    import { useConnectRows, useWallets } from 'latchkey/react'
    globalThis.used = [connectList, createKit, registerName, watchNames, useConnectRows, useWallets]`
  const button = `
    import { createKit } from 'latchkey'
    import { ConnectButton, KitProvider } from 'latchkey/react'
    globalThis.used = [createKit, ConnectButton, KitProvider]`
  const tests = `
    import * as testing from 'latchkey/testing'
    globalThis.used = testing`
  const sites = await Promise.all([
    buildSite({ own }, { format: 'es' }),
    buildSite({ own, button, tests }, { format: 'es' }),
  ])
  const warnings = sites.flatMap((site) => site.warnings)
  // 'use client' is for servers
  expect(warnings.filter((code) => code !== 'MODULE_LEVEL_DIRECTIVE')).toEqual([])
})

test('no chunk imports a module only for its side effects', () => {
  expect(files.filter(({ code }) => /^import "/m.test(code)).map(({ name }) => name)).toEqual([])
})

test('a language is built as one file, and a lazy screen is built as one file', () => {
  const names = files.map(({ name }) => name)
  expect(names.filter((name) => name.includes('locales/de'))).toHaveLength(1)
  expect(names.filter((name) => name.includes('SwapView.lazy'))).toHaveLength(1)
})

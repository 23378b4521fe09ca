import { beforeAll, expect, test } from 'vitest'
import { build } from 'vite'

const kit = new URL('..', import.meta.url).pathname

/** A file of the built kit. `modules` are the ids of the modules in it. */
type Built = {
  name: string
  code: string
  isEntry: boolean
  imports: readonly string[]
  modules: readonly string[]
}

const files: Built[] = []

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

test('a page with a button loads no chunk of `later/`', () => {
  const entries = ['evm.js', 'ens.js', 'solana.js', 'first/kit.js', 'first/button.js']
  expect([...loadedWith(entries)].filter((name) => name.startsWith('later/'))).toEqual([])
})

test('the entries of a site load no screen and no lazy module', () => {
  const loaded = loadedWith(files.filter(({ isEntry }) => isEntry).map(({ name }) => name))
  const ofSites = [...loaded].filter((name) => !name.startsWith('testing'))
  const later = ofSites.filter((name) => name.startsWith('later/'))
  // the entry for tests is left out: it makes sessions, so it contains code that other entries load
  // later
  expect(later.toSorted()).toEqual([
    'later/core.js',
    'later/http.js',
    'later/opening.js',
    'later/rolldown-runtime.js',
    'later/session.js',
  ])
  const lazy = files
    .filter(({ name }) => loaded.has(name) && !name.startsWith('later/'))
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

test('no chunk has an unused import', () => {
  expect(files.filter(({ code }) => /^import "/m.test(code)).map(({ name }) => name)).toEqual([])
})

test('a language is one file, and a lazy screen is one file', () => {
  const names = files.map(({ name }) => name)
  expect(names.filter((name) => name.includes('locales/de'))).toHaveLength(1)
  expect(names.filter((name) => name.includes('SwapView.lazy'))).toHaveLength(1)
})

import { beforeAll, expect, test } from 'vitest'
import { build } from 'vite'
import { chunkOf, exceptionOf, exceptions } from '../chunks.ts'

const kit = new URL('..', import.meta.url).pathname

/** A chunk of the built kit, with the ids of its modules. */
type Built = {
  name: string
  code: string
  isEntry: boolean
  imports: readonly string[]
  modules: readonly string[]
}

const chunks: Built[] = []
/** Modules of the build by id, with those that import them. */
const modules = new Map<string, { importers: readonly string[] }>()
const ofBuild = { getModuleInfo: (id: string) => modules.get(id) ?? null }

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
          for (const id of this.getModuleIds())
            modules.set(id, { importers: this.getModuleInfo(id)?.importers ?? [] })
          for (const file of Object.values(bundle))
            if (file.type === 'chunk')
              chunks.push({
                name: file.fileName,
                code: file.code,
                isEntry: file.isEntry,
                imports: file.imports,
                modules: file.moduleIds,
              })
        },
      },
    ],
  }),
)

const folderOf = (id: string) => id.replace(/^.*\/packages\/(?:kit\/src\/)?|\/[^/]+$/g, '')

/** A build in which no module imports another. */
const alone = { getModuleInfo: () => null }

test('there are twelve exceptions at most, each holds for some module, and no two have one name', () => {
  const used = new Set([...modules.keys()].map((id) => exceptionOf(id, ofBuild)))
  expect(exceptions.filter((exception) => !used.has(exception))).toEqual([])
  expect(exceptions.length).toBeLessThanOrEqual(12)
  const names = exceptions.flatMap(({ chunk }) => chunk ?? [])
  expect(new Set(names).size).toBe(names.length)
})

test('a chunk for later holds modules of one folder, and has its name', () => {
  const later = chunks.flatMap(({ name, modules }) =>
    name.startsWith('later/')
      ? modules
          .filter((id) => !exceptionOf(id, ofBuild))
          .map((id) => ({ name, folder: folderOf(id) }))
      : [],
  )
  expect(later.length).toBeGreaterThan(150)
  expect(later.filter(({ name, folder }) => name !== `later/${folder}.js`)).toEqual([])
})

test('what an entry imports is one file a module, but for what connecting and the modal share, and what comes with another', () => {
  const found = new Set(chunks.filter(({ isEntry }) => isEntry).map(({ name }) => name))
  for (const name of found)
    for (const next of chunks.find((chunk) => chunk.name === name)?.imports ?? []) found.add(next)
  const shared = chunks
    .filter(({ name, modules }) => found.has(name) && modules.length > 1)
    .map(({ name }) => name)
  expect(shared).toEqual(['kit/src/core/text/cleanText.js', 'later/shared.js'])
})

test('what comes later imports nothing of how options are checked: a site’s bundler would cut the button into three files', () => {
  expect(
    chunks
      .filter(
        ({ name, imports }) =>
          name.startsWith('later/') && imports.includes('kit/src/core/options/options.js'),
      )
      .map(({ name }) => name),
  ).toEqual([])
})

test('no import is left of which nothing is used: a site would fetch that module for nothing', () => {
  expect(chunks.filter(({ code }) => /^import "/m.test(code)).map(({ name }) => name)).toEqual([])
})

test('a folder of a feature is a chunk, a nested one its own, and a language is one chunk', () => {
  const of = (file: string) => chunkOf(`/packages/kit/src/react/features/${file}`, alone)
  expect(of('notebook/NotebookView.tsx')).toBe('later/react/features/notebook')
  expect(of('notebook/pages/notes.css?inline')).toBe('later/react/features/notebook/pages')
  expect(['index.ts', 'errors.ts'].map((file) => of(`notebook/${file}`))).toEqual([
    'later/manifests',
    'later/manifests',
  ])
  expect(chunkOf('/packages/kit/src/locales/de.json', alone)).toBe('later/locales/de')
})

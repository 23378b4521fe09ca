import { expect, test } from 'vitest'
import { chunkOf, groups } from '../chunks.ts'

const files = Object.keys({ ...import.meta.glob(['./**/*.{ts,tsx,css}', '!./**/*.test.*']), ...import.meta.glob(['../../protocol/src/**/*.ts', '!../../protocol/src/**/*.test.*']) })
const modules = files.map((file) => new URL(file, 'file:///packages/kit/src/').pathname.slice(1))

test('every rule puts some module into its chunk, and no two rules have one name', () => {
  const chunks = new Set(modules.map(chunkOf))
  const idle = groups.filter(([name, rule], at) => !chunks.has(name) || !modules.some((path) => groups.findIndex(([, other]) => other.test(path)) === at && rule.test(path)))
  expect(idle.map(([name]) => name)).toEqual([])
  expect(new Set(groups.map(([name]) => name)).size).toBe(groups.length)
})

test('a folder of a feature is a chunk, a nested one its own, and so is a language of it', () => {
  const of = (file: string) => chunkOf(`packages/kit/src/react/features/${file}`)
  expect(of('notebook/NotebookView.tsx')).toBe('notebook')
  expect(of('notebook/pages/notes.css')).toBe('pages')
  expect(of('notebook/locales/de.ts')).toBe('notebook-de')
  expect(['index.ts', 'errors.ts'].map((file) => of(`notebook/${file}`))).toEqual(['manifests', 'manifests'])
  expect(of('connect/allWallets/AllWalletsView.tsx')).toBe('allWallets')
})

test('no two folders of features share a name', () => {
  const folders = new Set(modules.flatMap((path) => /react\/features\/(.+)\/[^/]+$/.exec(path)?.[1] ?? []).filter((folder) => !folder.endsWith('locales')))
  const names = [...folders].map((folder) => folder.split('/').at(-1))
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
})

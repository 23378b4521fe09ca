import { expect, test } from 'vitest'
import type { BuiltSite, Chunk } from './buildSite.ts'
import { dynamicModules, fetchedAtFirst, fetchedFor, sizeOf } from './fetched.ts'

const chunk = (size: number, more: Partial<Chunk> = {}): Chunk => ({
  size,
  modules: [],
  isEntry: false,
  imports: [],
  dynamicImports: [],
  ...more,
})

const site: BuiltSite = {
  files: [],
  chunks: new Map([
    [
      'entry.js',
      chunk(100, { isEntry: true, imports: ['shared.js'], dynamicImports: ['a.js', 'b.js'] }),
    ],
    ['shared.js', chunk(10)],
    [
      'a.js',
      chunk(1_000, { module: '/kit/features/one/AView.js', imports: ['shared.js', 'both.js'] }),
    ],
    [
      'b.js',
      chunk(2_000, { module: '/kit/features/two/BView.js', imports: ['both.js', 'entry.js'] }),
    ],
    ['both.js', chunk(5, { imports: ['a.js'] })],
  ]),
}

test('the first load has the entry and its static imports', () => {
  expect(sizeOf(site, fetchedAtFirst(site))).toBe(110)
})

test('a stage counts each new chunk once and ignores chunks that are already loaded', () => {
  expect(sizeOf(site, fetchedFor(site, ['one/AView']), fetchedAtFirst(site))).toBe(1_005)
  expect(
    sizeOf(
      site,
      fetchedFor(site, ['two/BView']),
      fetchedAtFirst(site),
      fetchedFor(site, ['one/AView']),
    ),
  ).toBe(2_000)
})

test('`dynamicModules` returns the modules that are imported lazily', () => {
  expect(dynamicModules(site)).toEqual(['/kit/features/one/AView.js', '/kit/features/two/BView.js'])
})

test('`fetchedFor` refuses a module that does not exist', () => {
  expect(() => fetchedFor(site, ['three/CView'])).toThrow('three/CView')
})

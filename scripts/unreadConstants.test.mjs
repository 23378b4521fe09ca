import { expect, test } from 'vitest'
import { unreadConstants } from './unreadConstants.mjs'

/** The unread constants in a table, if a file with the text `reader` imports the table. */
const found = (table, reader = '', more = {}) =>
  unreadConstants(
    new Map(Object.entries({ 'src/table.ts': table, 'src/reader.ts': reader, ...more })),
    (path) => path === 'src/table.ts',
  )
const table = 'export const width = 360\nexport const times = { wait: 1_000, life: 60 } as const'

test('`unreadConstants` lists a constant that no file reads, and each member of a table that no file reads', () => {
  expect(found(table)).toEqual(['src/table.ts: width', 'src/table.ts: times'])
  expect(found(table, "import { times, width } from './table.ts'\nrun(width, times.wait)")).toEqual(
    ['src/table.ts: times.life'],
  )
})

test.each([
  ["import { times, width } from './table.ts'\nrun(width, times)", 'as a whole'],
  [
    "import { times, width } from './table.ts'\nrun(width, times[name])",
    'by a name that is computed',
  ],
  [
    "import { times, width } from './table.ts'\nrun(width, times['wait'], times?.life)",
    'by a name in brackets, or with ?.',
  ],
  [
    "import { times, width } from './table.ts'\nconst { wait, life: other } = times\nrun(width)",
    'taken apart',
  ],
  [
    "import { times, width } from './table.ts'\nconst { wait, ...rest } = times\nrun(width)",
    'taken apart with a rest',
  ],
  [
    "import { times, width } from './table.ts'\nconst { limit = width, wait = times.wait } = asked\nrun(times.life)",
    'as a default',
  ],
  [
    "import { times as t, width as w } from './table.ts'\nrun(w, t.wait, t.life)",
    'under another name',
  ],
  [
    "import * as all from './table.ts'\nrun(all.width, all.times.wait, all.times.life)",
    'by the namespace',
  ],
  ["import * as all from './table.ts'\nrun(all)", 'with the whole namespace'],
  ["import('./table.ts').then(({ width }) => run(width))", 'by import()'],
  [
    "import { times, width } from './table.ts'\nexport const View = () => <p style={{ width }} {...times} />",
    'in JSX',
    'tsx',
  ],
  [
    "import type { times, width } from './table.ts'\nexport type All = [typeof width, typeof times]",
    'by a type',
  ],
])('a constant counts as read when it is used %s', (reader, _, ending = 'ts') => {
  expect(found(table, '', { [`src/other.${ending}`]: reader })).toEqual([])
})

test.each([
  ["import { width } from './else.ts'\nrun(width, times)", 'the same name of another file'],
  ["import { times, width } from './table.ts'", 'an import alone'],
  ["run({ width: 1 }, asked.width, 'width', width2) // width", 'the same word'],
])('a constant does not count as read through %s', (reader) => {
  expect(found(table, reader)).toEqual(['src/table.ts: width', 'src/table.ts: times'])
})

test('a constant that only an unread constant uses is unread; a constant that a function of its file uses is read', () => {
  expect(
    found(
      'export const fee = { least: 1, most: 2 }\nexport const range = `${fee.least}-${fee.most}`',
    ),
  ).toEqual(['src/table.ts: fee', 'src/table.ts: range'])
  expect(
    found(
      'export const fee = 1\nexport function pay() { return fee }\nexport const other = () => 2',
    ),
  ).toEqual([])
})

test('a read through a re-export counts for the file that declares the constant', () => {
  const files = {
    'src/limits.ts':
      "export * as all from './table.ts'\nexport { width as wide } from './table.ts'",
  }
  expect(found(table, "import { all } from './limits.ts'\nrun(all.times.wait)", files)).toEqual([
    'src/table.ts: width',
    'src/table.ts: times.life',
  ])
  expect(found(table, "import { wide } from './limits.ts'\nrun(wide)", files)).toEqual([
    'src/table.ts: times',
  ])
})

test('an import from another package counts as read if the caller resolves the package to the file', () => {
  const files = new Map([
    ['a/src/table.ts', 'export const width = 1'],
    ['b/src/reader.ts', "import { width } from '@shop/a/table'\nrun(width)"],
  ])
  const isWatched = (path) => path.startsWith('a/')
  expect(unreadConstants(files, isWatched)).toEqual(['a/src/table.ts: width'])
  expect(unreadConstants(files, isWatched, () => 'a/src/table.ts')).toEqual([])
})

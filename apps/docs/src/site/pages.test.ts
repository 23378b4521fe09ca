import { expect, test } from 'vitest'
import { addressOf, faultsOfTable, groups } from './pages.ts'

const listed = groups.flatMap(({ pages }) => pages.map(({ file }) => file))

test('a page that no group lists is reported as a fault', () => {
  expect(faultsOfTable([...listed, 'docs/new.md'])).toEqual([
    'docs/new.md is in no group of apps/docs/src/site/pages.ts',
  ])
  expect(faultsOfTable(listed)).toEqual([])
})

test('no two pages have the same address', () => {
  const addresses = listed.map(addressOf)
  expect(new Set(addresses).size).toBe(addresses.length)
  expect(addressOf('docs/guide.md')).toBe('guide.html')
  expect(addressOf('services/api/README.md')).toBe('api.html')
})

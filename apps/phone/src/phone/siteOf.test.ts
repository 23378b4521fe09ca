import { expect, test } from 'vitest'
import { siteOf } from './siteOf.ts'

test('a site has a name and a host', () => {
  expect(siteOf({ name: 'Bakery', url: 'https://bakery.example/shop' })).toEqual({
    name: 'Bakery',
    host: 'bakery.example',
  })
})

test('a site without a name is shown by its host', () => {
  expect(siteOf({ name: ' ', url: 'https://bakery.example' })).toEqual({
    name: 'bakery.example',
    host: 'bakery.example',
  })
})

test('a site without name and address is shown as such', () => {
  expect(siteOf({})).toEqual({ name: 'A site without a name', host: 'no address given' })
})

test('marks that change the writing direction are removed', () => {
  expect(siteOf({ name: '\u202Eyrekab', url: 'not an address' })).toEqual({
    name: 'yrekab',
    host: 'not an address',
  })
})

import { expect, test } from 'vitest'
import { siteOf } from './siteOf.ts'

test('`siteOf` returns the name and the host of a site', () => {
  expect(siteOf({ name: 'Bakery', url: 'https://bakery.example/shop' })).toEqual({
    name: 'Bakery',
    host: 'bakery.example',
  })
})

test('a site without a name has its host as its name', () => {
  expect(siteOf({ name: ' ', url: 'https://bakery.example' })).toEqual({
    name: 'bakery.example',
    host: 'bakery.example',
  })
})

test('a site without a name and a URL gets a text that says so', () => {
  expect(siteOf({})).toEqual({ name: 'A site without a name', host: 'no address given' })
})

test('marks that change the writing direction are removed', () => {
  expect(siteOf({ name: '\u202Eyrekab', url: 'not an address' })).toEqual({
    name: 'yrekab',
    host: 'not an address',
  })
})

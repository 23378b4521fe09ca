import { expect, test } from 'vitest'
import { siteOf } from './siteOf.ts'

test('a site has a name and a host', () => {
  expect(siteOf({ name: 'Bakery', url: 'https://bakery.example/shop' })).toEqual({
    name: 'Bakery',
    host: 'bakery.example',
  })
})

test('a site without a name goes by its host', () => {
  expect(siteOf({ name: ' ', url: 'https://bakery.example' })).toEqual({
    name: 'bakery.example',
    host: 'bakery.example',
  })
})

test('a site that says nothing is said to say nothing', () => {
  expect(siteOf({})).toEqual({ name: 'A site without a name', host: 'no address given' })
})

test('marks that turn the writing round are left out', () => {
  expect(siteOf({ name: '\u202Eyrekab', url: 'not an address' })).toEqual({
    name: 'yrekab',
    host: 'not an address',
  })
})

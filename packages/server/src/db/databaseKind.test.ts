import { expect, test } from 'vitest'
import { databaseKind } from './databaseKind.ts'

test.each([
  ['memory', 'memory'],
  ['postgres://latchkey@db.example.org/index', 'postgres'],
  ['POSTGRESQL://db/index', 'postgres'],
  ['index', 'folder'],
  ['/var/lib/latchkey', 'folder'],
  ['C:\\latchkey', 'folder'],
  ['a:b', 'folder'],
  ['mysql://x', undefined],
  ['http://db.example.org', undefined],
  ['postgresq://x', undefined],
])('the location %s has the database kind %s', (location, kind) => {
  expect(databaseKind(location)).toBe(kind)
})

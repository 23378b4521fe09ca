import { expect, test } from 'vitest'
import * as ens from './ens.ts'

test('exports the source of names and nothing else', () => {
  expect(Object.keys(ens)).toEqual(['ens'])
})

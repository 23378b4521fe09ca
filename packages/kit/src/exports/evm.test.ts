import { expect, test } from 'vitest'
import * as evm from './evm.ts'

test('latchkey/evm exports the adapter and nothing else', () => {
  expect(Object.keys(evm)).toEqual(['evm'])
})

import { expect, test } from 'vitest'
import * as bitcoin from './bitcoin.ts'

test('latchkey/bitcoin exports the adapter and nothing else', () => {
  expect(Object.keys(bitcoin)).toEqual(['bitcoin'])
})

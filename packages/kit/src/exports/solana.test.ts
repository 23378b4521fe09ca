import { expect, test } from 'vitest'
import * as solana from './solana.ts'

test('latchkey/solana exports the adapter and nothing else', () => {
  expect(Object.keys(solana)).toEqual(['solana'])
})

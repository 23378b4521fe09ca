import { expect, test } from 'vitest'
import * as solana from './solana.ts'

test('exports the adapter and nothing else', () => {
  expect(Object.keys(solana)).toEqual(['solana'])
})

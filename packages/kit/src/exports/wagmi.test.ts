import { expect, test } from 'vitest'
import * as wagmi from './wagmi.ts'

test('exports the ways to wagmi and nothing else', () => {
  expect(Object.keys(wagmi)).toEqual(['kitConnector', 'wagmi', 'wagmiConnectors'])
})

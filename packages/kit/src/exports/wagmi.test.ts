import { expect, test } from 'vitest'
import * as wagmi from './wagmi.ts'

test('exports the wagmi functions and nothing else', () => {
  expect(Object.keys(wagmi)).toEqual(['kitConnector', 'wagmi', 'wagmiConnectors'])
})

import { expect, test } from 'vitest'
import * as wagmi from './wagmi.ts'

test('latchkey/wagmi exports the wagmi functions and nothing else', () => {
  expect(Object.keys(wagmi)).toEqual(['kitConnector', 'wagmi', 'wagmiConnectors'])
})

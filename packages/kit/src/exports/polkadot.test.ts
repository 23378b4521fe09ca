import { expect, test } from 'vitest'
import * as polkadot from './polkadot.ts'

test('latchkey/polkadot exports the adapter and nothing else', () => {
  expect(Object.keys(polkadot)).toEqual(['polkadot'])
})

import { expect, test } from 'vitest'
import * as ens from './ens.ts'

test('latchkey/ens exports `ens` and nothing else', () => {
  expect(Object.keys(ens)).toEqual(['ens'])
})

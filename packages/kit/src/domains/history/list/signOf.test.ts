import { operationTypes } from '@latchkey/protocol/operationTypes'
import { expect, test } from 'vitest'
import { signOf } from './signOf.ts'

test('some operations have a fixed sign; all others use the direction of the transfer', () => {
  const own = {
    receive: '+',
    deposit: '+',
    borrow: '+',
    claim: '+',
    withdraw: '-',
    repay: '-',
    burn: '-',
  }
  for (const operationType of operationTypes) {
    const signs = (['in', 'out', 'self'] as const).map((direction) =>
      signOf({ operationType }, { direction }),
    )
    const sign = Object.entries(own).find(([name]) => name === operationType)?.[1]
    expect(signs, operationType).toEqual(sign ? [sign, sign, sign] : ['+', '-', ''])
  }
})

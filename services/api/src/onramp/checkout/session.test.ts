import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { stepSession, type CheckoutEvent, type CheckoutState } from './session.ts'

const events: readonly CheckoutEvent[] = ['pay', 'ask', 'wait', 'decline', 'cancel', 'expire']

test('an end stays, and a payment that is being checked is neither cancelled nor late', () => {
  expect(stepSession('open', 'pay')).toBe('paid')
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...events), { maxLength: 20 }), (list) => {
      let state: CheckoutState = 'open'
      for (const event of list) {
        const next = stepSession(state, event)
        if (['paid', 'declined', 'cancelled', 'expired'].includes(state))
          expect(next).toBeUndefined()
        if (state === 'processing' && next !== undefined) expect(next).toBe('paid')
        state = next ?? state
      }
    }),
  )
})

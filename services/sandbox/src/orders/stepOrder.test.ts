import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { stepOrder, type OrderEvent, type OrderState, type PaymentEvent } from './stepOrder.ts'

const payments: readonly PaymentEvent[] = ['pay', 'ask', 'wait', 'decline', 'cancel', 'expire']
const events: readonly OrderEvent[] = [
  ...payments,
  'signed',
  'refused',
  'outbid',
  'mined',
  'reverted',
  'displaced',
]
const run = (list: readonly OrderEvent[]) =>
  list.reduce<OrderState[]>(
    (states, event) => {
      const state = states.at(-1) ?? 'open'
      return [...states, stepOrder(state, event) ?? state]
    },
    ['open'],
  )

test('a final state does not change, and a payment in `processing` is neither cancelled nor expired', () => {
  expect(stepOrder('open', 'pay')).toBe('paid')
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...payments), { maxLength: 20 }), (list) => {
      let state: OrderState = 'open'
      for (const event of list) {
        const next = stepOrder(state, event)
        if (['paid', 'declined', 'cancelled', 'expired'].includes(state))
          expect(next).toBeUndefined()
        if (state === 'processing' && next !== undefined) expect(next).toBe('paid')
        state = next ?? state
      }
    }),
  )
})

test('a payout whose nonce another transaction used is signed again', () => {
  expect(run(['pay', 'signed', 'displaced', 'signed', 'mined'])).toEqual([
    'open',
    'paid',
    'sending',
    'paid',
    'sending',
    'done',
  ])
})

test('after any events, an order sends only after its payment, keeps its final state, and never expires once it is paid', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...events), { maxLength: 30 }), (list) => {
      const states = run(list)
      expect(states).toHaveLength(list.length + 1)
      for (const [index, state] of states.entries()) {
        const before = states.slice(0, index)
        if (state === 'sending' || state === 'done') expect(before).toContain('paid')
        if (before.includes('paid'))
          expect(['open', 'challenge', 'processing', 'cancelled', 'expired']).not.toContain(state)
        for (const end of ['done', 'failed', 'declined', 'cancelled', 'expired'] as const)
          if (before.includes(end)) expect(state).toBe(end)
      }
    }),
  )
})

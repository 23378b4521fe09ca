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

test('an end stays, and a payment that is being checked is neither cancelled nor late', () => {
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

test('a payout whose nonce another transaction took is made again', () => {
  expect(run(['pay', 'signed', 'displaced', 'signed', 'mined'])).toEqual([
    'open',
    'paid',
    'sending',
    'paid',
    'sending',
    'done',
  ])
})

test('whatever happens in whatever order: nothing is sent unpaid, an end stays, and what is paid never expires', () => {
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

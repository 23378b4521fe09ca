import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { orderStates, type OrderState } from '@latchkey/protocol/onramp'
import { stepOrder, type OrderEvent } from './stepOrder.ts'

const events: readonly OrderEvent[] = ['paying', 'paid', 'failed', 'late', 'sending', 'done']
const run = (list: readonly OrderEvent[]) =>
  list.reduce<OrderState[]>(
    (states, event) => [
      ...states,
      stepOrder(states.at(-1) ?? 'waiting', event) ?? states.at(-1) ?? 'waiting',
    ],
    ['waiting'],
  )

test('a successful order has the states waiting, paying, paid, sending and done', () => {
  expect(run(['paying', 'paid', 'sending', 'done'])).toEqual([
    'waiting',
    'paying',
    'paid',
    'sending',
    'done',
  ])
})

test('a late report of a payment in time continues an expired order, but not a failed one', () => {
  expect(run(['late', 'paid', 'sending']).at(-1)).toBe('sending')
  expect(run(['failed', 'paid', 'sending']).at(-1)).toBe('failed')
})

test('when another transaction uses the nonce of a payout, the order sends the payout again', () => {
  expect(run(['paid', 'sending', 'paid', 'sending', 'done']).at(-1)).toBe('done')
})

test('after any events, an order sends only after its payment, keeps its final state, and never expires once it is paid', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...events), { maxLength: 30 }), (list) => {
      const states = run(list)
      for (const [index, state] of states.entries()) {
        expect(orderStates).toContain(state)
        const before = states.slice(0, index)
        if (state === 'sending' || state === 'done') expect(before).toContain('paid')
        if (before.includes('paid')) expect(['waiting', 'paying', 'expired']).not.toContain(state)
        if (before.includes('done')) expect(state).toBe('done')
        if (before.includes('failed')) expect(state).toBe('failed')
      }
    }),
  )
})

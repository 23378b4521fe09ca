import { createRandom } from '../random.ts'
import {
  consolidate,
  dust,
  inscribe,
  mineFor,
  pay,
  payAll,
  payCancelled,
  payForgotten,
  paySpeededUp,
  payWithMemo,
  sendCollectible,
  type Action,
} from './actions.ts'
import { ordinalsOf } from './people.ts'

/** The seconds of a month. `historyMonths` is the number of months of the history. */
export const month = 30.4 * 86_400
export const historyMonths = 7

/** An action, and its time in months since the beginning of the history. */
export type Note = readonly [month: number, action: Action]

/** The actions of the Bitcoin chain's history, the earliest first. */
export function bitcoinHistory(): readonly Note[] {
  return [
    ...beginnings(),
    ...Array.from({ length: historyMonths }, (_, index) => monthly(index)).flat(),
    ...trades(),
    ...specialDays(),
  ].toSorted(([first], [second]) => first - second)
}

function beginnings(): Note[] {
  return [
    [0.01, pay('exchange', 'employer', '6')],
    [0.012, pay('exchange', 'client', '2.5')],
    [0.014, pay('exchange', 'friend', '0.4')],
    [0.016, pay('exchange', 'spammer', '0.02')],
    [0.018, pay('exchange', 'marketplace', '0.3')],
    [0.02, pay('exchange', 'cafe', '0.05')],
    [0.03, pay('exchange', 'everyday user', '0.0425')],
    [0.04, pay('exchange', 'trader', '0.85')],
    [0.05, pay('exchange', 'collector', '0.21')],
    [0.07, pay('exchange', 'freelancer', '0.013')],
    [0.08, pay('exchange', 'whale', '120')],
    [0.09, pay('exchange', 'whale', '85.5')],
  ]
}

/** The actions of every month. */
function monthly(index: number): Note[] {
  const random = createRandom(841 + index)
  const on = (part: number) => index + part
  return [
    [
      on(0.12),
      payAll('employer', [
        ['friend', '0.019'],
        ['everyday user', random.amount(0.0226, 0.0239, 8)],
        ['saver', '0.0181'],
        ['cafe', '0.0008'],
      ]),
    ],
    [on(0.16), payWithMemo('everyday user', 'landlord', '0.0088', `rent ${index + 1}`)],
    [on(0.24), pay('everyday user', 'cafe', random.amount(0.00004, 0.00009, 8), { rate: 2 })],
    [on(0.33), pay('everyday user', 'shop', random.amount(0.0004, 0.0021, 8), { rate: 7.5 })],
    [on(0.41), pay('everyday user', 'cafe', random.amount(0.00004, 0.00009, 8), { rate: 3 })],
    [on(0.52), pay('client', 'freelancer', random.amount(0.0121, 0.0166, 8))],
    [on(0.58), pay('freelancer', 'landlord', '0.0061')],
    [on(0.71), pay('exchange', 'saver', '0.00425')],
  ]
}

/** The trader pays to the exchange and gets from it: more transactions than a page of a history. */
function trades(): Note[] {
  const random = createRandom(184)
  return Array.from({ length: 36 }, (_, index): Note => {
    const at = 0.2 + (index * (historyMonths - 0.4)) / 36
    const amount = random.amount(0.011, 0.058, 8)
    const rate = random.between(1.5, 22)
    return [
      at,
      index % 2 === 0
        ? pay('trader', 'exchange', amount, { rate })
        : pay('exchange', 'trader', amount, { rate }),
    ]
  })
}

function specialDays(): Note[] {
  return [
    [0.62, inscribe('collector', 'collector', 'Harbour Light no. 1')],
    [0.95, inscribe('collector', 'collector', 'Harbour Light no. 2')],
    [1.37, paySpeededUp('everyday user', 'friend', '0.0012')],
    [1.66, inscribe('marketplace', 'collector', 'Harbour Light no. 3', 10_000n)],
    [1.9, mineFor('whale')],
    [2.05, dust('spammer', 'everyday user', [546])],
    [2.31, payForgotten('everyday user', 'shop', '0.0031')],
    [2.48, pay('friend', 'everyday user', '0.00512', { rate: 9 })],
    [2.77, dust('spammer', 'holder of dust', [294, 330, 546, 600, 1_000, 294])],
    [3.02, pay('exchange', 'newcomer', '0.005')],
    [3.18, sendCollectible('collector', 'everyday user')],
    [3.45, payCancelled('everyday user', 'shop', '0.0075')],
    [3.6, dust('spammer', 'holder of dust', [546, 777], ordinalsOf)],
    [3.93, consolidate('freelancer')],
    [4.21, pay('whale', 'exchange', '21.00000001', { rate: 30 })],
    [4.4, inscribe('collector', 'newcomer', 'Welcome aboard')],
    [4.83, paySpeededUp('trader', 'friend', '0.042')],
    [5.17, consolidate('saver')],
    [5.3, dust('spammer', 'collector', [546, 546])],
    [5.61, pay('everyday user', 'collector', '0.0025', { rate: 5 })],
    [5.98, mineFor('whale')],
    [6.2, inscribe('marketplace', 'collector', 'Harbour Light no. 4', 330n)],
    [6.47, dust('exchange', 'holder of dust', [1_001, 5_000])],
    [6.8, consolidate('trader')],
    [6.95, payWithMemo('friend', 'everyday user', '0.00061', 'for the ferry')],
  ]
}

import { pay, payTooMuch, send, sendTooMuch, trade, type Action } from './actions.ts'

/** The seconds of a month. `historyMonths` is the number of months of the history. */
export const month = 30.4 * 86_400
export const historyMonths = 7

/** An action, and its time in months since the beginning of the history. */
export type Note = readonly [month: number, action: Action]

/** The actions of the Solana chain's history, the earliest first. */
export function solanaHistory(): readonly Note[] {
  return [
    ...beginnings(),
    ...Array.from({ length: historyMonths }, (_, index) => monthly(index)).flat(),
    ...otherUsers(),
  ].toSorted(([one], [other]) => one - other)
}

function beginnings(): Note[] {
  return [
    [0.01, pay('exchange', 'employer', '40')],
    [0.011, pay('exchange', 'landlord', '3.2')],
    [0.012, pay('exchange', 'client', '12.5')],
    [0.013, pay('exchange', 'spammer', '0.9')],
    [0.014, pay('exchange', 'friend', '6.4')],
    [0.015, pay('exchange', 'shop', '1.1')],
    [0.016, pay('exchange', 'cafe', '0.7')],
    [0.02, send('exchange', 'employer', 'USDC', '60000')],
    [0.021, send('exchange', 'client', 'USDC', '18000')],
    [0.022, send('exchange', 'spammer', 'HARB', '4000000')],
    [0.03, pay('exchange', 'everyday user', '4.25', 'welcome')],
    [0.04, pay('exchange', 'trader', '85')],
    [0.05, pay('exchange', 'collector', '22.75')],
    [0.06, pay('exchange', 'saver', '0.6')],
    [0.07, pay('exchange', 'freelancer', '1.9')],
    [0.08, pay('exchange', 'whale', '120000')],
    [0.081, send('exchange', 'whale', 'USDC', '2750000')],
    [0.082, send('exchange', 'whale', 'TOLL', '90000')],
    [0.083, send('exchange', 'whale', 'HARB', '81500000')],
  ]
}

/** The actions of every month. */
function monthly(index: number): Note[] {
  const [on, cents] = [(part: number) => index + part, String(10 + ((index * 37) % 90))]
  return [
    [on(0.12), send('employer', 'everyday user', 'USDC', '2150', 'salary')],
    [on(0.16), send('everyday user', 'landlord', 'USDC', `840.${cents}`, 'rent')],
    [on(0.24), pay('everyday user', 'cafe', `0.0${cents}`)],
    [on(0.41), pay('everyday user', 'cafe', `0.0${String(11 + ((index * 23) % 70))}`)],
    [on(0.45), send('everyday user', 'shop', 'USDC', `${61 + index * 7}.${cents}`)],
    [
      on(0.52),
      send('client', 'freelancer', 'USDC', `${1_150 + index * 45}`, `invoice ${index + 1}`),
    ],
    [on(0.63), trade('trader', `${3 + index}.5`, 'USDC', `${Math.round((3.5 + index) * 148)}.22`)],
    [on(0.71), send('employer', 'saver', 'USDC', '400')],
  ]
}

function otherUsers(): Note[] {
  return [
    [0.35, trade('everyday user', '0.75', 'HARB', '4700')],
    [1.3, trade('trader', '6.1', 'TOLL', '440')],
    [1.37, send('trader', 'everyday user', 'TOLL', '120', 'for the road')],
    [1.9, payTooMuch('everyday user', 'friend', '900')],
    [1.91, pay('everyday user', 'friend', '0.9', 'happy birthday 🎈')],
    [
      2.2,
      send('spammer', 'everyday user', 'HARB', '777', 'You won! Claim at https://claim.example'),
    ],
    [2.21, send('spammer', 'collector', 'HARB', '777', 'You won! Claim at https://claim.example')],
    [3.3, sendTooMuch('everyday user', 'shop', 'TOLL', '5000')],
    [3.31, send('everyday user', 'shop', 'TOLL', '15.5')],
    [3.8, pay('collector', 'friend', '1.35', 'for the frame')],
    [4.4, pay('friend', 'everyday user', '0.32')],
    [4.9, trade('collector', '2.2', 'USDC', '327.11')],
    [5.2, pay('exchange', 'newcomer', '0.15')],
    [5.21, send('exchange', 'newcomer', 'USDC', '25')],
    [5.5, pay('exchange', 'holder of dust', '0.003')],
    [5.51, send('exchange', 'holder of dust', 'USDC', '0.000001')],
    [5.52, send('exchange', 'holder of dust', 'HARB', '0.00001')],
    [6.1, send('everyday user', 'friend', 'TOLL', '8')],
    [6.6, pay('everyday user', 'friend', '0.4')],
    [6.97, send('employer', 'everyday user', 'USDC', '64.2', 'expenses')],
  ]
}

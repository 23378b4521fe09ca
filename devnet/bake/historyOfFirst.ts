import {
  approve,
  dropSpam,
  failingSwap,
  failingTransfer,
  giveLeaves,
  giveLight,
  mintLeaves,
  mintLight,
  pay,
  swap,
  transfer,
  unwrap,
  wrap,
  type Action,
} from './actions.ts'
import { createActionLog, type ActionLog } from './createActionLog.ts'
import type { Person } from './people.ts'
import { createRandom, type Random } from './random.ts'

/** The number of months of the history. */
export const historyMonths = 14
/** The seconds of a month of the history: 30.4 days. */
export const month = 2_626_560
const day = 86_400

/**
 * Adds an action on a day of a month, 6 to 21 hours after the day begins. The first month and the
 * first day are 0.
 */
type Note = (inMonth: number, onDay: number, action: Action) => void

/**
 * Fourteen months of history of a large chain, which end at the time of the bake.
 * @param start seconds since 1970, fourteen months before the bake
 */
export function historyOfFirst(start: number): ActionLog {
  const actionLog = createActionLog()
  const random = createRandom(31_337)
  const note: Note = (inMonth, onDay, action) =>
    actionLog.at(start + inMonth * month + onDay * day + random.between(6, 21) * 3_600, action)
  supplyStrangers(actionLog, start - 2 * day)
  everydayUser(note, random)
  aroundNewYear(actionLog, start)
  trader(note, random)
  collector(note)
  otherUsers(note, random)
  spam(note)
  lastHours(actionLog, start + historyMonths * month)
  return actionLog
}

function supplyStrangers(actionLog: ActionLog, at: number) {
  const supplies: [Person, string, string][] = [
    ['exchange', 'USDC', '812340.55'],
    ['exchange', 'DAI', '240118.2'],
    ['exchange', 'USDT', '190877.41'],
    ['exchange', 'GUSD', '40210.07'],
    ['exchange', 'WBTC', '38.20418'],
    ['exchange', 'LINK', '52110.5'],
    ['exchange', 'UNI', '88214.9'],
    ['exchange', 'AAVE', '1904.33'],
    ['exchange', 'SHIB', '98000000000'],
    ['employer', 'USDC', '412007.12'],
    ['client', 'DAI', '88120.44'],
    ['friend', 'USDC', '3120.18'],
  ]
  supplies.forEach(([to, symbol, amount], index) =>
    actionLog.at(at + index * 60, transfer('deployer', to, symbol, amount)),
  )
}

function everydayUser(note: Note, random: Random) {
  const me = 'everyday user'
  note(0, 0, pay('exchange', me, '2.7418'))
  note(0, 1, transfer('exchange', me, 'USDC', '2150.4'))
  note(0, 6, approve(me, 'USDC'))
  for (let index = 0; index < historyMonths; index++) {
    note(index, 2, transfer('employer', me, 'USDC', random.amount(1_640, 1_890, 2)))
    note(index, 5, transfer(me, 'landlord', 'USDC', random.amount(880, 910, 2)))
    note(
      index,
      9,
      transfer(me, random.between(0, 1) < 0.5 ? 'shop' : 'cafe', 'USDC', random.amount(4, 96, 2)),
    )
    note(index, 17, pay(me, 'friend', random.amount(0.006, 0.048, 4)))
    if (index % 2 === 0) note(index, 12, pay('exchange', me, random.amount(0.11, 0.42, 6)))
    if (index % 2 === 1) note(index, 21, swap(me, 'USDC', random.amount(120, 340, 2), 'ETH'))
    if (index % 3 === 1) note(index, 24, pay('friend', me, random.amount(0.01, 0.06, 5)))
  }
  investments(note, me)
  note(2, 14, wrap(me, '0.65'))
  note(4, 11, unwrap(me, '0.4021'))
  note(3, 15, mintLight(me))
  note(6, 19, mintLeaves(me, 4n, 3n))
  note(9, 13, mintLight(me))
  note(10, 20, giveLeaves(me, 'collector', 4n, 1n))
  note(5, 16, failingTransfer(me, 'shop', 'DAI'))
  note(11, 22, failingSwap(me, '0.05', 'LINK'))
}

function investments(note: Note, me: Person) {
  note(0, 19, swap(me, 'ETH', '0.18', 'LINK'))
  note(1, 13, swap(me, 'USDC', '700', 'WBTC'))
  note(2, 22, swap(me, 'ETH', '0.1125', 'UNI'))
  note(3, 23, swap(me, 'USDC', '1240.75', 'DAI'))
  note(5, 13, approve(me, 'LINK', '60'))
  note(5, 14, swap(me, 'LINK', '8.5', 'USDC'))
  note(7, 8, swap(me, 'USDC', '410.1', 'WBTC'))
  note(8, 23, swap(me, 'ETH', '0.09', 'UNI'))
  note(9, 26, approve(me, 'DAI', '500'))
  note(10, 1, swap(me, 'DAI', '212.34', 'ETH'))
  note(12, 11, swap(me, 'USDC', '305.5', 'LINK'))
}

/** Adds two transactions in the hour in which the year changes, in UTC. */
function aroundNewYear(actionLog: ActionLog, start: number) {
  const newYear = Date.UTC(new Date(start * 1_000).getUTCFullYear() + 1, 0, 1) / 1_000
  actionLog.at(newYear - 1_260, pay('everyday user', 'friend', '0.0202'))
  actionLog.at(newYear + 611, pay('friend', 'everyday user', '0.0126'))
}

function trader(note: Note, random: Random) {
  const me = 'trader'
  const bought = ['LINK', 'UNI', 'AAVE', 'WBTC', 'USDT', 'SHIB', 'DAI']
  note(0, 0, pay('exchange', me, '48.2071'))
  note(0, 1, transfer('exchange', me, 'USDC', '61240.19'))
  note(0, 2, approve(me, 'USDC'))
  bought.forEach((symbol, index) => note(index, 3, approve(me, symbol)))
  for (let index = 0; index < historyMonths; index++) {
    const symbol = bought[index % bought.length] ?? 'LINK'
    note(index, 7, swap(me, 'USDC', random.amount(1_200, 5_200, 2), symbol))
    note(
      index,
      18,
      swap(me, 'ETH', random.amount(0.4, 2.6, 5), bought[(index + 2) % bought.length] ?? 'UNI'),
    )
    if (index > 1) note(index, 22, swap(me, 'ETH', random.amount(0.5, 1.9, 5), 'USDC'))
  }
  note(6, 25, failingSwap(me, '0.8', 'AAVE'))
  note(9, 9, transfer(me, 'exchange', 'USDC', '12000.5'))
}

function collector(note: Note) {
  const me = 'collector'
  note(0, 3, pay('exchange', me, '6.8813'))
  for (const inMonth of [1, 2, 4, 5, 7, 8, 11, 12]) note(inMonth, 8, mintLight(me))
  for (const [inMonth, id, amount] of [
    [1, 1n, 2n],
    [3, 2n, 1n],
    [6, 3n, 12n],
    [9, 5n, 1n],
    [12, 6n, 4n],
  ] as const) {
    note(inMonth, 15, mintLeaves(me, id, amount))
  }
  note(8, 20, giveLight(me, 'whale', 2n))
  note(12, 24, giveLight(me, 'everyday user', 4n))
  note(10, 16, transfer('exchange', me, 'USDC', '418.6'))
  note(12, 26, giveLeaves(me, 'friend', 3n, 5n))
}

function otherUsers(note: Note, random: Random) {
  note(13, 4, pay('exchange', 'newcomer', '0.0421'))
  note(13, 11, transfer('friend', 'newcomer', 'USDC', '25'))
  note(0, 4, pay('exchange', 'saver', '0.3117'))
  note(0, 8, pay('exchange', 'freelancer', '0.5504'))
  note(1, 5, pay('exchange', 'whale', '1842.60713'))
  for (const [inMonth, symbol, amount] of [
    [1, 'DAI', '12040.81'],
    [3, 'USDC', '18207.33'],
    [6, 'USDT', '7411.02'],
    [9, 'GUSD', '1999.98'],
  ] as const) {
    note(inMonth, 10, transfer('exchange', 'saver', symbol, amount))
  }
  for (const [inMonth, symbol, amount] of [
    [1, 'WBTC', '31.40772'],
    [2, 'USDC', '402118.64'],
    [5, 'AAVE', '1211.7'],
    [7, 'LINK', '30818.25'],
  ] as const) {
    note(inMonth, 12, transfer('exchange', 'whale', symbol, amount))
  }
  for (let index = 0; index < historyMonths; index++) {
    note(index, 14, transfer('client', 'freelancer', 'DAI', random.amount(900, 3_400, 2)))
    if (index % 3 === 2)
      note(index, 16, transfer('freelancer', 'exchange', 'DAI', random.amount(800, 1_900, 2)))
  }
  for (const [inMonth, symbol, amount] of [
    [2, 'SHIB', '1204.5'],
    [4, 'USDC', '0.000001'],
    [6, 'WBTC', '0.00000003'],
    [8, 'GUSD', '0.01'],
    [9, 'UNI', '0.0041'],
  ] as const) {
    note(inMonth, 17, transfer('exchange', 'holder of dust', symbol, amount))
  }
  note(3, 3, pay('exchange', 'holder of dust', '0.000071'))
}

function spam(note: Note) {
  const earlyUsers: Person[] = [
    'everyday user',
    'trader',
    'collector',
    'saver',
    'freelancer',
    'whale',
    'holder of dust',
    'deployer',
  ]
  note(5, 1, dropSpam(earlyUsers))
  note(13, 6, dropSpam([...earlyUsers, 'newcomer']))
}

function lastHours(actionLog: ActionLog, now: number) {
  actionLog.at(now - 2 * day, transfer('everyday user', 'cafe', 'USDC', '4.6'))
  actionLog.at(now - 7 * 3_600, pay('friend', 'everyday user', '0.0311'))
  actionLog.at(now - 1_200, swap('trader', 'ETH', '0.7321', 'USDC'))
  actionLog.at(now - 600, transfer('everyday user', 'friend', 'USDC', '18.25'))
}

import type { AccountId } from '@latchkey/protocol/caip'
import { array, looseObject, number, object, optional, record, safeParse, string } from 'valibot'
import type { Kit } from '../core/kit.ts'
import type { Balance } from './getBalances.ts'

const balance = looseObject({
  id: string(),
  name: string(),
  symbol: string(),
  address: optional(string()),
  decimals: number(),
  quantity: string(),
  price: optional(number()),
  value: optional(number()),
  iconUrl: optional(string()),
})
const cache = record(string(), object({ at: number(), balances: array(balance) }))

/** Accounts that are kept; the oldest goes first. */
const most = 6

type Known = { at: number; balances: readonly Balance[] }

/** What an account was last seen to hold, with the time in milliseconds; survives a reload, so that an outage has something to show. */
export function readLastKnown(kit: Kit, accountId: AccountId): Known | undefined {
  return readAll(kit)[accountId]
}

/** Keeps what an account holds now. */
export function writeLastKnown(kit: Kit, accountId: AccountId, balances: readonly Balance[]): void {
  const others = Object.entries(readAll(kit)).filter(([id]) => id !== accountId)
  const newest = others.sort(([, a], [, b]) => b.at - a.at).slice(0, most - 1)
  kit.context.storage.set('balance-cache', Object.fromEntries([[accountId, { at: kit.context.clock.now(), balances }], ...newest]))
}

function readAll(kit: Kit): Record<string, Known> {
  const parsed = safeParse(cache, kit.context.storage.get('balance-cache'))
  return parsed.success ? parsed.output : {}
}

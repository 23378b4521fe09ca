import type { AccountId } from '@latchkey/protocol/caip'
import type { Kit } from '../core/kit.ts'
import type { Balance } from './getBalances.ts'

const kinds: readonly [keyof Balance, ...string[]][] = [
  ['id', 'string'],
  ['name', 'string'],
  ['symbol', 'string'],
  ['quantity', 'string'],
  ['decimals', 'number'],
  ['address', 'string', 'undefined'],
  ['iconUrl', 'string', 'undefined'],
  ['price', 'number', 'undefined'],
  ['value', 'number', 'undefined'],
]

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
  const entries = Object.entries(kit.context.storage.get('balance-cache') ?? {})
  return entries.every(([, known]) => isKnown(known)) ? Object.fromEntries(entries) : {}
}

function isKnown(known: unknown): known is Known {
  return isObject(known) && typeof known.at === 'number' && Array.isArray(known.balances) && known.balances.every(isBalance)
}

function isBalance(value: unknown): boolean {
  return isObject(value) && kinds.every(([name, ...types]) => types.includes(typeof value[name]))
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

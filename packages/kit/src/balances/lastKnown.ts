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
  ['isUnverified', 'boolean', 'undefined'],
]

/** Accounts that are kept; the oldest goes first. */
const most = 6

type Known = { at: number; balances: readonly Balance[] }

/** What an account was last seen to hold, by a key that names it, with the time in milliseconds; survives a reload, so that an outage has something to show. */
export function readLastKnown(kit: Kit, key: string): Known | undefined {
  return readAll(kit)[key]
}

/** Keeps what an account holds now. */
export function writeLastKnown(kit: Kit, key: string, balances: readonly Balance[]): void {
  const others = Object.entries(readAll(kit)).filter(([id]) => id !== key)
  const newest = others.sort(([, a], [, b]) => b.at - a.at).slice(0, most - 1)
  kit.context.storage.set('balance-cache', Object.fromEntries([[key, { at: kit.context.clock.now(), balances }], ...newest]))
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

import { isObject } from '@latchkey/protocol/isObject'
import { cleanText } from '../../core/text/cleanText.ts'
import type { Kit } from '../../core/kit/kit.ts'
import { foreignPicture } from '../../core/http/foreignPicture.ts'
import type { Balance } from '../../core/contracts/balance.ts'
import { contextOf } from '../../core/kit/context.ts'

/** The maximum number of stored entries. The oldest entry is removed first. */
const maxEntries = 6

type StoredBalances = { at: number; balances: readonly Balance[] }

/**
 * Returns the last known balances under a key, with their time in milliseconds since 1970. They are
 * stored, so that the screens can show them during an outage, even after a reload.
 */
export function readLastKnown(kit: Kit, key: string): StoredBalances | undefined {
  const entries = contextOf(kit).storage.get('balance-cache')
  // not the entries of other accounts, because each row is checked
  return isObject(entries) && Object.hasOwn(entries, key) ? readKnown(kit, entries[key]) : undefined
}

/** Stores the current balances under a key. */
export function writeLastKnown(kit: Kit, key: string, balances: readonly Balance[]): void {
  const others = Object.entries(readAll(kit)).filter(([id]) => id !== key)
  const newest = others.sort(([, a], [, b]) => b.at - a.at).slice(0, maxEntries - 1)
  contextOf(kit).storage.set(
    'balance-cache',
    Object.fromEntries([[key, { at: contextOf(kit).clock.now(), balances }], ...newest]),
  )
}

/** Reads all valid entries; an invalid entry does not affect the others. */
function readAll(kit: Kit): Record<string, StoredBalances> {
  const entries = Object.entries(contextOf(kit).storage.get('balance-cache') ?? {})
  return Object.fromEntries(
    entries.flatMap(([key, value]) => {
      const known = readKnown(kit, value)
      return known ? [[key, known] as const] : []
    }),
  )
}

/**
 * Reads one entry without its invalid rows. Undefined if all rows are invalid, because an empty
 * list would mean that the account has no tokens.
 */
function readKnown(kit: Kit, value: unknown): StoredBalances | undefined {
  if (!isObject(value) || typeof value['at'] !== 'number' || !Array.isArray(value['balances']))
    return undefined
  const rows: readonly unknown[] = value['balances']
  const balances = rows.filter(isBalance).map((row) => ({
    ...row,
    name: cleanText(row.name),
    symbol: cleanText(row.symbol),
    iconUrl: foreignPicture(row.iconUrl, contextOf(kit).api?.apiUrl),
  }))
  return rows.length > 0 && balances.length === 0 ? undefined : { at: value['at'], balances }
}

const isText = (value: unknown): boolean => typeof value === 'string'
const isMoney = (value: unknown): boolean =>
  value === undefined || (Number.isFinite(value) && Number(value) >= 0)

/**
 * Checks of the stored fields. The formats are those of the API's answer (`tokenBalance`): decimals
 * are a whole number, an amount is exact and has no exponent.
 */
const checks: { [part in keyof Required<Balance>]: (value: unknown) => boolean } = {
  id: isText,
  name: isText,
  symbol: isText,
  quantity: (value) => typeof value === 'string' && /^\d{1,78}(\.\d{1,255})?$/.test(value),
  decimals: (value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 255,
  address: (value) => value === undefined || isText(value),
  iconUrl: (value) => value === undefined || isText(value),
  price: isMoney,
  value: isMoney,
  isUnverified: (value) => value === undefined || typeof value === 'boolean',
}

function isBalance(value: unknown): value is Balance {
  return isObject(value) && Object.entries(checks).every(([part, isValid]) => isValid(value[part]))
}

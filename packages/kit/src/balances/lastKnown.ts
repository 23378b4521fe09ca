import { isObject } from '@latchkey/protocol/isObject'
import { cleanText } from '../core/cleanText.ts'
import type { Kit } from '../core/kit.ts'
import { strangePicture } from '../core/strangePicture.ts'
import type { Balance } from '../core/balance.ts'

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

/** The accounts whose entries can be read: one that is broken does not cost the others. */
function readAll(kit: Kit): Record<string, Known> {
  const entries = Object.entries(kit.context.storage.get('balance-cache') ?? {})
  return Object.fromEntries(entries.flatMap(([key, value]) => {
    const known = readKnown(kit, value)
    return known ? [[key, known] as const] : []
  }))
}

/** An account's entry without the rows that are none; undefined where no row of several is left: that is not known to hold nothing. */
function readKnown(kit: Kit, value: unknown): Known | undefined {
  if (!isObject(value) || typeof value['at'] !== 'number' || !Array.isArray(value['balances'])) return undefined
  const rows: readonly unknown[] = value['balances']
  const balances = rows.filter(isBalance).map((row) => ({ ...row, name: cleanText(row.name), symbol: cleanText(row.symbol), iconUrl: strangePicture(row.iconUrl, kit.context.api?.apiUrl) }))
  return rows.length > 0 && balances.length === 0 ? undefined : { at: value['at'], balances }
}

const isText = (value: unknown): boolean => typeof value === 'string'
const isMoney = (value: unknown): boolean => value === undefined || (Number.isFinite(value) && Number(value) >= 0)

/** The same forms as over the wire (`tokenBalance`): whole decimals, an exact amount without an exponent. */
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
  return isObject(value) && Object.entries(checks).every(([part, fits]) => fits(value[part]))
}

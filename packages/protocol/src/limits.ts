/** The constants of the product, with their units. docs/contracts/product.md#limits */
/** Waiting times in milliseconds. As a namespace, so that a page loads only those that it uses. */
export * as times from './times.ts'
/** Counts and sizes. */
export * as counts from './counts.ts'

/**
 * The HTTP statuses after which a request is repeated. A request that got no status at all is also
 * repeated. docs/contracts/product.md#retries
 */
export const retryStatuses: readonly number[] = [403, 408, 413, 429, 500, 502, 503, 504]

/**
 * The IANA time zones of mainland China, Hong Kong and Macau, and their older names, in upper case.
 * In them some features are restricted. docs/contracts/product.md#restricted-time-zones
 */
export const restrictedTimeZones: readonly string[] = [
  'ASIA/SHANGHAI',
  'ASIA/URUMQI',
  'ASIA/CHONGQING',
  'ASIA/HARBIN',
  'ASIA/KASHGAR',
  'ASIA/MACAU',
  'ASIA/HONG_KONG',
  'ASIA/MACAO',
  'ASIA/BEIJING',
  'ASIA/CHUNGKING',
  'PRC',
  'HONGKONG',
]

/** The version of the layout of stored data. docs/contracts/product.md#stored-keys */
export const storageVersion = 1

/**
 * The limits of a purchase if the provider names none, in whole USD or EUR, as decimal strings.
 * docs/contracts/product.md#buying
 */
export const onRampLimits = [
  { id: 'card', min: '10.00', max: '7500.00' },
  { id: 'ach_bank_account', min: '10.00', max: '25000.00' },
] as const

/** Fees of on-ramp providers, in percent. docs/contracts/product.md#buying */
export const onRampFeePercent = { min: 1, max: 2 } as const

/** The fees of on-ramp providers as text. */
export const onRampFeeRange = `${onRampFeePercent.min}-${onRampFeePercent.max}%` as const

/** The sign before an amount in the history, by operation. docs/contracts/product.md#history */
export const amountSigns: { readonly [operation: string]: '+' | '-' } = {
  receive: '+',
  deposit: '+',
  borrow: '+',
  claim: '+',
  withdraw: '-',
  repay: '-',
  burn: '-',
}

/**
 * Every constant of the product, with its unit and its source.
 * "spec n" is a section of the specification; "api n" one of the blockchain API contract.
 */
/** Waiting times, in milliseconds. A namespace, so that a page loads only those it uses. */
export * as times from './times.ts'
/** Counts and sizes. */
export * as counts from './counts.ts'

/** HTTP statuses after which a request is repeated; so is a request without any status. spec 7 */
export const retryStatuses: readonly number[] = [403, 408, 413, 429, 500, 502, 503, 504]

/**
 * IANA time zones of mainland China, Hong Kong and Macau, in which some features are restricted,
 * with their older names; upper case. spec 9, api 14
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

/** Storage layout version. spec 3 */
export const storageVersion = 1

/**
 * Limits of buying where no provider names its own, in units of USD or EUR, as decimal strings.
 * spec 9
 */
export const onRampLimits = [
  { id: 'card', min: '10.00', max: '7500.00' },
  { id: 'ach_bank_account', min: '10.00', max: '25000.00' },
] as const

/** Fees of on-ramp providers, in percent. spec 9 */
export const onRampFeePercent = { least: 1, most: 2 } as const

/** The same as providers show it. */
export const onRampFeeRange = `${onRampFeePercent.least}-${onRampFeePercent.most}%` as const

/** Sign before the amount of an operation in the history. spec 9 */
export const amountSigns: { readonly [operation: string]: '+' | '-' } = {
  receive: '+',
  deposit: '+',
  borrow: '+',
  claim: '+',
  withdraw: '-',
  repay: '-',
  burn: '-',
}

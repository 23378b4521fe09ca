/**
 * Every constant of the product, with its unit and where it comes from.
 * "spec n" is a section of the specification; "api n" one of the blockchain API contract.
 */
/** Waiting times, in milliseconds. A namespace, so that a page carries only those it uses. */
export * as times from './times.ts'
/** Counts and sizes. */
export * as counts from './counts.ts'

/** The modal. spec 9 */
export const modal = {
  /** CSS pixels. */
  width: 360,
  zIndex: 999,
  /** Milliseconds: colours, a screen coming in, the card's height. */
  durations: [120, 150, 150],
} as const

/** HTTP statuses after which a request is repeated; so is a request without any status. spec 7 */
export const retryStatuses: readonly number[] = [403, 408, 413, 429, 500, 502, 503, 504]

/** Time zones in which some features are restricted, upper case. spec 9, api 14 */
export const restrictedTimeZones: readonly string[] = [
  'ASIA/SHANGHAI', 'ASIA/URUMQI', 'ASIA/CHONGQING', 'ASIA/HARBIN', 'ASIA/KASHGAR', 'ASIA/MACAU', 'ASIA/HONG_KONG', 'ASIA/MACAO', 'ASIA/BEIJING',
]

/** Storage layout version. spec 3 */
export const storageVersion = 1

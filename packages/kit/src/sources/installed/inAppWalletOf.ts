import type { RegisteredWallet } from './discoverWallets.ts'

/**
 * Names of wallets whose apps have an in-app browser. A Wallet Standard wallet can be recognised
 * only by its name.
 */
const withBrowsers: readonly string[] = [
  'phantom',
  'solflare',
  'backpack',
  'okx wallet',
  'trust',
  'trust wallet',
  'bitget wallet',
  'coinbase wallet',
  'exodus',
  'magic eden',
  'jupiter',
  'tokenpocket',
  'safepal',
  'xverse',
  'xverse wallet',
  'unisat wallet',
  'leather',
]

/**
 * The id of the wallet in whose in-app browser this page is open: on a phone, the only wallet on
 * the page, if its name is known.
 * @param more names of further wallets with such browsers, in lower case
 */
export function inAppWalletOf(
  wallets: readonly Pick<RegisteredWallet, 'id' | 'name'>[],
  more: readonly string[] = [],
): string | undefined {
  const [first, second] = wallets
  // not from `core/page/device.ts`, which would be one more file to load before the first wallet
  // is listed
  const isPhone = /Android|Mobile/.test(globalThis.navigator?.userAgent ?? '')
  const known = [...withBrowsers, ...more]
  return first && !second && isPhone && known.includes(first.name.toLowerCase())
    ? first.id
    : undefined
}

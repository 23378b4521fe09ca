import type { RegisteredWallet } from './discovery.ts'

/**
 * Names of wallets whose apps have an in-app browser. Wallet Standard wallets have no other
 * identifier.
 */
const withBrowsers: ReadonlySet<string> = new Set([
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
])

/**
 * The id of the wallet whose in-app browser on a phone shows this page: the only wallet there, if
 * its name is known.
 */
export function inAppWalletOf(
  wallets: readonly Pick<RegisteredWallet, 'id' | 'name'>[],
): string | undefined {
  const [first, second] = wallets
  // `core/page/device.ts` would be one more file to load before the first row
  const isPhone = /Android|Mobile/.test(globalThis.navigator?.userAgent ?? '')
  return first && !second && isPhone && withBrowsers.has(first.name.toLowerCase())
    ? first.id
    : undefined
}

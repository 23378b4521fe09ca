import type { RegisteredWallet } from './discovery.ts'

/**
 * Names of wallets whose apps have a browser of their own. A wallet of the Wallet Standard has
 * nothing else by which it can be known.
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
 * The wallet in whose in-app browser a phone shows the page: the only wallet there, known by its
 * name.
 */
export function inAppWalletOf(
  wallets: readonly Pick<RegisteredWallet, 'id' | 'name'>[],
): string | undefined {
  const [first, second] = wallets
  // the device's own module would be one more file before the first row
  const isPhone = /Android|Mobile/.test(globalThis.navigator?.userAgent ?? '')
  return first && !second && isPhone && withBrowsers.has(first.name.toLowerCase())
    ? first.id
    : undefined
}

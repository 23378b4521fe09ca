import { walletFlags as flags } from './discovery.ts'
import type { AnnouncedWallet } from './discovery.ts'

/** The id of a wallet without a known flag. */
const genericId = 'injected'

/**
 * The wallets at `window.ethereum` that did not announce themselves: they are older than EIP-6963.
 * A known flag tells the name of the wallet. A provider without a known flag is a nameless wallet,
 * and is listed only if there is no other wallet. Providers are untrusted: reading a property may
 * throw.
 */
export function legacyWallets(announced: readonly AnnouncedWallet[]): readonly AnnouncedWallet[] {
  const legacy: AnnouncedWallet[] = []
  for (const provider of providersOnPage()) {
    const [, rdns, name] = flags.find(([flag]) => read(provider, flag) === true) ?? [
      '',
      genericId,
      'Browser wallet',
    ]
    const all = [...announced, ...legacy]
    if (!all.some((entry) => entry.provider === provider || entry.rdns === rdns))
      legacy.push({ rdns, name, provider })
  }
  const isNamed = ({ rdns }: AnnouncedWallet) => rdns !== genericId
  return announced.length > 0 || legacy.some(isNamed) ? legacy.filter(isNamed) : legacy
}

/**
 * The id of the wallet in whose in-app browser this page is open: the only wallet on the page, if
 * its id or flag is known. Brave is excluded, because it is a full browser.
 */
export function inAppWalletOf(wallets: readonly AnnouncedWallet[]): string | undefined {
  const [first, second] = wallets
  if (!first || second || first.rdns === 'com.brave.wallet') return undefined
  return flags.some(([flag, id]) => first.rdns === id || read(first.provider, flag) === true)
    ? first.rdns
    : undefined
}

/**
 * The providers at `window.ethereum` that take requests. Where there are several old wallets,
 * `window.ethereum.providers` lists them.
 */
function providersOnPage(): readonly object[] {
  const first = read(globalThis.window, 'ethereum')
  return [...listOf(read(first, 'providers')), first].filter(
    (entry): entry is object => typeof read(entry, 'request') === 'function',
  )
}

function listOf(value: unknown): readonly unknown[] {
  try {
    return Array.isArray(value) ? value.slice(0, flags.length) : []
  } catch {
    return [] // reading the list threw
  }
}

/** A property of an untrusted object; undefined if reading it throws. */
function read(value: unknown, name: string): unknown {
  try {
    // the value may have any type: reading a property is safe or throws
    return (value as Record<string, unknown> | null | undefined)?.[name]
  } catch {
    return undefined // a getter threw
  }
}

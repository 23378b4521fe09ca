import { walletFlags as flags } from './discovery.ts'
import type { AnnouncedWallet } from './discovery.ts'

/** Id of a wallet that does not identify itself. */
const genericId = 'injected'

/**
 * Wallets at `window.ethereum` that did not announce themselves (before EIP-6963). Each provider is
 * listed once, by the flag it sets, else as a wallet without a name, which is left out if another
 * wallet is known. They are untrusted: reading a property may throw.
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
 * The wallet in whose in-app browser a phone shows the page: the only wallet there, known by its id
 * or its flag. Brave is excluded: it is a full browser.
 */
export function inAppWalletOf(wallets: readonly AnnouncedWallet[]): string | undefined {
  const [first, second] = wallets
  if (!first || second || first.rdns === 'com.brave.wallet') return undefined
  return flags.some(([flag, id]) => first.rdns === id || read(first.provider, flag) === true)
    ? first.rdns
    : undefined
}

/**
 * The providers at `window.ethereum` that take requests; several old wallets share the place as a
 * list.
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
    return [] // a list that throws
  }
}

/** A property of an untrusted object; undefined if reading it throws. */
function read(value: unknown, name: string): unknown {
  try {
    // of any type; it is only read
    return (value as Record<string, unknown> | null | undefined)?.[name]
  } catch {
    return undefined // a getter that throws
  }
}

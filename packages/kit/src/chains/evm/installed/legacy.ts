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
  const found: AnnouncedWallet[] = []
  for (const provider of providersOnPage()) {
    const [, rdns, name] = flags.find(([flag]) => read(provider, flag) === true) ?? [
      '',
      genericId,
      'Browser wallet',
    ]
    const all = [...announced, ...found]
    if (!all.some((one) => one.provider === provider || one.rdns === rdns))
      found.push({ rdns, name, provider })
  }
  const isNamed = ({ rdns }: AnnouncedWallet) => rdns !== genericId
  return announced.length > 0 || found.some(isNamed) ? found.filter(isNamed) : found
}

/**
 * The wallet in whose in-app browser a phone shows the page: the only wallet there, known by its id
 * or its flag. Brave is excluded: it is a full browser.
 */
export function homeOf(wallets: readonly AnnouncedWallet[]): string | undefined {
  const [only, another] = wallets
  if (!only || another || only.rdns === 'com.brave.wallet') return undefined
  return flags.some(([flag, id]) => only.rdns === id || read(only.provider, flag) === true)
    ? only.rdns
    : undefined
}

/**
 * The providers at `window.ethereum` that take requests; several old wallets share the place as a
 * list.
 */
function providersOnPage(): readonly object[] {
  const first = read(globalThis.window, 'ethereum')
  return [...listOf(read(first, 'providers')), first].filter(
    (one): one is object => typeof read(one, 'request') === 'function',
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

import { announcedWallets } from '@latchkey/protocol/counts'
import { cleanIcon, cleanText } from '../../../core/cleanText.ts'

/** What a wallet says of itself. Source: EIP-6963. */
export type AnnouncedWallet = {
  /** Reverse domain name; identifies the wallet. */
  rdns: string
  name: string
  /** A `data:image/…` URI, or undefined when the wallet gave something else. */
  icon?: string
  provider: unknown
}

/**
 * Listens to wallets that announce themselves and asks them to. Names and icons come from strangers: they are cut,
 * cleaned of control and direction characters, and dropped where they are no text. One wallet an rdns: the first.
 * @returns its stop
 */
export function discoverWallets(onChange: (wallets: readonly AnnouncedWallet[]) => void): () => void {
  if (typeof window === 'undefined') return () => {}
  const wallets = new Map<string, AnnouncedWallet>()
  const onAnnounce = (event: Event) => {
    const wallet = readAnnouncement(event)
    if (!wallet || wallets.has(wallet.rdns) || wallets.size >= announcedWallets) return
    wallets.set(wallet.rdns, wallet)
    onChange([...wallets.values()])
  }
  window.addEventListener('eip6963:announceProvider', onAnnounce)
  window.dispatchEvent(new Event('eip6963:requestProvider'))
  return () => window.removeEventListener('eip6963:announceProvider', onAnnounce)
}

function readAnnouncement(event: Event): AnnouncedWallet | undefined {
  try {
    const { info, provider } = (event as CustomEvent).detail // anything may be in there: every part is checked below
    const rdns = cleanText(info.rdns)
    const name = cleanText(info.name)
    if (!rdns || typeof provider?.request !== 'function') return undefined
    return { rdns, name: name || rdns, icon: cleanIcon(info.icon), provider }
  } catch {
    return undefined // a broken announcement is no wallet
  }
}

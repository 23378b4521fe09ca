import { announcedWallets, foreignIconBytes, foreignName } from '@latchkey/protocol/counts'

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

/** Text from a stranger: one line, at most 64 characters, no control or direction characters. */
export function cleanText(value: unknown): string {
  if (typeof value !== 'string') return ''
  const plain = value.slice(0, foreignName * 4).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}]/gu, '').replace(/\s+/g, ' ').trim()
  const letters = Array.from(plain)
  return letters.length > foreignName ? `${letters.slice(0, foreignName - 1).join('')}…` : plain
}

/** A small picture of its own, or nothing. */
export function cleanIcon(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > foreignIconBytes) return undefined
  const icon = value.trim()
  return /^data:image\/[\w+.-]+[;,]/i.test(icon) ? icon : undefined
}

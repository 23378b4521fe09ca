import { announcedWallets } from '@latchkey/protocol/counts'
import { cleanIcon, cleanText } from '../../../core/text/cleanText.ts'

/** A wallet by its own announcement. Source: EIP-6963 */
export type AnnouncedWallet = {
  /** Reverse domain name; identifies the wallet. */
  rdns: string
  name: string
  /** A `data:image/…` URI. Undefined if the wallet's icon is anything else. */
  icon?: string
  provider: unknown
}

/**
 * The flags on providers of wallets that do not announce themselves, with the id of the wallet in
 * wallet lists. Many wallets set MetaMask's flag, too, so it comes last.
 */
export const walletFlags: readonly (readonly [flag: string, id: string, name: string])[] = [
  ['isTrust', 'com.trustwallet.app', 'Trust Wallet'],
  ['isTrustWallet', 'com.trustwallet.app', 'Trust Wallet'],
  ['isCoinbaseWallet', 'com.coinbase.wallet', 'Coinbase Wallet'],
  ['isOkxWallet', 'com.okex.wallet', 'OKX Wallet'],
  ['isOKExWallet', 'com.okex.wallet', 'OKX Wallet'],
  ['isPhantom', 'app.phantom', 'Phantom'],
  ['isRainbow', 'me.rainbow', 'Rainbow'],
  ['isRabby', 'io.rabby', 'Rabby'],
  ['isBitKeep', 'com.bitget.web3', 'Bitget Wallet'],
  ['isZerion', 'io.zerion.wallet', 'Zerion'],
  ['isBraveWallet', 'com.brave.wallet', 'Brave Wallet'],
  ['isTokenPocket', 'pro.tokenpocket', 'TokenPocket'],
  ['isImToken', 'im.token', 'imToken'],
  ['isMathWallet', 'org.mathwallet', 'MathWallet'],
  ['isMetaMask', 'io.metamask', 'MetaMask'],
]

/**
 * Requests announcements of wallets and listens to them. Names and icons are untrusted: they are
 * cut, cleaned of control and direction characters, and dropped if they are no text. The first
 * wallet of each rdns counts. If there are too many wallets, one with a known id replaces the last
 * one with an unknown id.
 * @returns the function that stops it
 */
export function discoverWallets(
  onChange: (wallets: readonly AnnouncedWallet[]) => void,
): () => void {
  if (typeof window === 'undefined') return () => {}
  const wallets = new Map<string, AnnouncedWallet>()
  const onAnnounce = (event: Event) => {
    const wallet = readAnnouncement(event)
    if (!wallet || wallet.rdns === ownWallet || wallets.has(wallet.rdns)) return
    if (wallets.size >= announcedWallets) {
      const last = [...wallets.keys()].findLast((rdns) => !isKnown(rdns))
      if (!isKnown(wallet.rdns) || last === undefined) return
      wallets.delete(last)
    }
    wallets.set(wallet.rdns, wallet)
    onChange([...wallets.values()])
  }
  window.addEventListener('eip6963:announceProvider', onAnnounce)
  window.dispatchEvent(new Event('eip6963:requestProvider'))
  return () => window.removeEventListener('eip6963:announceProvider', onAnnounce)
}

/**
 * The rdns of the embedded wallet. A kit announces it to other libraries. Here it is skipped, else
 * it would be listed twice.
 */
export const ownWallet = 'app.latchkey.embedded'

/** Whether wallet lists have this id. */
const isKnown = (id: string) => walletFlags.some(([, knownId]) => knownId === id)

/**
 * Whether a connector can have this id: it has no colon (see `connectorIdOf`), and is not the id of
 * the connector for phones.
 */
const isConnectorId = (value: unknown): value is string =>
  typeof value === 'string' && /^[\w.-]{1,64}$/.test(value) && value !== 'walletConnect'

function readAnnouncement(event: Event): AnnouncedWallet | undefined {
  try {
    // untrusted: every part is checked below
    const { info, provider } = (event as CustomEvent).detail
    const { rdns } = info
    const name = cleanText(info.name)
    if (!isConnectorId(rdns) || typeof provider?.request !== 'function') return undefined
    return { rdns, name: name || rdns, icon: cleanIcon(info.icon), provider }
  } catch {
    return undefined // an invalid announcement is ignored
  }
}

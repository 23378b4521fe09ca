import { announcedWallets } from '@latchkey/protocol/counts'
import { cleanIcon, cleanText } from '../../../core/text/cleanText.ts'

/** A wallet that has announced itself to the page. Source: EIP-6963 */
export type AnnouncedWallet = {
  /** Reverse domain name; identifies the wallet. */
  rdns: string
  name: string
  /** A `data:image/…` URI. Undefined if the wallet's icon is anything else. */
  icon?: string
  provider: unknown
}

/**
 * The properties by which the providers of older wallets are recognised, each with the wallet's id
 * in wallet lists. MetaMask comes last, because many other wallets set its flag, too.
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
 * Requests wallets to announce themselves, and listens to their announcements. Names and icons are
 * untrusted: names are cut and cleaned of control and direction characters. Of several wallets with
 * the same rdns, the first is used. If there are too many wallets, a wallet with a known id
 * replaces the last wallet with an unknown id.
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
 * The rdns under which a kit announces the embedded wallet to other libraries. The kit ignores this
 * announcement, else it would list the embedded wallet twice.
 */
export const ownWallet = 'app.latchkey.embedded'

/** Whether wallet lists have this id. */
const isKnown = (id: string) => walletFlags.some(([, knownId]) => knownId === id)

/**
 * Whether a value can be the id of a connector. It must not have a colon (see `connectorIdOf`), nor
 * be `walletConnect`, the id of the connector for phones.
 */
const isConnectorId = (value: unknown): value is string =>
  typeof value === 'string' && /^[\w.-]{1,64}$/.test(value) && value !== 'walletConnect'

function readAnnouncement(event: Event): AnnouncedWallet | undefined {
  try {
    // the announcement is untrusted: every part is checked below
    const { info, provider } = (event as CustomEvent).detail
    const { rdns } = info
    const name = cleanText(info.name)
    if (!isConnectorId(rdns) || typeof provider?.request !== 'function') return undefined
    return { rdns, name: name || rdns, icon: cleanIcon(info.icon), provider }
  } catch {
    return undefined // an invalid announcement is ignored
  }
}

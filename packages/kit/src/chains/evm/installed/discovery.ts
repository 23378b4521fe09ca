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
 * What wallets that do not announce themselves set on their provider, with the id by which lists of wallets know them. Many
 * set MetaMask's flag too, so it counts last.
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
 * Listens to wallets that announce themselves and asks them to. Names and icons come from strangers: they are cut,
 * cleaned of control and direction characters, and dropped where they are no text. One wallet an rdns: the first. Where there are too many,
 * one that is known by its id takes the place of the last one that is not.
 * @returns its stop
 */
export function discoverWallets(onChange: (wallets: readonly AnnouncedWallet[]) => void): () => void {
  if (typeof window === 'undefined') return () => {}
  const wallets = new Map<string, AnnouncedWallet>()
  const onAnnounce = (event: Event) => {
    const wallet = readAnnouncement(event)
    if (!wallet || wallets.has(wallet.rdns)) return
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

/** Whether lists of wallets know one of this id. */
const isKnown = (id: string) => walletFlags.some(([, known]) => known === id)

/** An id as connections can have it: without a colon (`connectorIdOf`), and not that of the way to phones. */
const isConnectorId = (value: unknown): value is string => typeof value === 'string' && /^[\w.-]{1,64}$/.test(value) && value !== 'walletConnect'

function readAnnouncement(event: Event): AnnouncedWallet | undefined {
  try {
    const { info, provider } = (event as CustomEvent).detail // anything may be in there: every part is checked below
    const { rdns } = info
    const name = cleanText(info.name)
    if (!isConnectorId(rdns) || typeof provider?.request !== 'function') return undefined
    return { rdns, name: name || rdns, icon: cleanIcon(info.icon), provider }
  } catch {
    return undefined // a broken announcement is no wallet
  }
}

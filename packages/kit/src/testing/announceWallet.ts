import { pageWindow } from './pageWindow.ts'

/**
 * The event target on which wallets and sites find each other: the page's window, in tests any
 * EventTarget.
 */
export type WalletWindow = Pick<
  EventTarget,
  'addEventListener' | 'removeEventListener' | 'dispatchEvent'
>

/** The announced description of a wallet. Source: EIP-6963 (EIP6963ProviderInfo) */
export type AnnouncedInfo = {
  /** UUIDv4, new on every page. */
  uuid: string
  name: string
  /** `data:image/…` */
  icon: string
  /** Reverse domain name, `org.example.wallet`. */
  rdns: string
}

/** A wallet to announce. Nothing is checked, so that a test can announce a hostile wallet. */
export type Announcement = { info: AnnouncedInfo | Record<string, unknown>; provider: unknown }

/**
 * Announces a wallet now, and for every later request of a site. Source: EIP-6963
 * @returns the function that stops it
 * @throws KitError optionInvalid where there is no page, as in plain Node, and no `window` is given
 */
export function announceWallet(
  { info, provider }: Announcement,
  window: WalletWindow = pageWindow(),
): () => void {
  const detail = Object.freeze({ info: Object.freeze({ ...info }), provider })
  const announce = () =>
    void window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  window.addEventListener('eip6963:requestProvider', announce)
  announce()
  return () => window.removeEventListener('eip6963:requestProvider', announce)
}

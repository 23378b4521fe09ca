import { pageWindow, type WalletWindow } from './pageWindow.ts'

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

/**
 * A wallet to announce. Its parts are not checked, so that a test can announce a hostile wallet.
 */
export type Announcement = { info: AnnouncedInfo | Record<string, unknown>; provider: unknown }

/**
 * Announces a wallet now, and for every later request of a site. Source: EIP-6963
 * @returns the function that ends the announcement
 * @throws KitError optionInvalid if no `window` is given and there is no page, as in plain Node
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

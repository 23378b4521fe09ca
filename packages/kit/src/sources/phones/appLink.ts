import { readDevice } from '../../core/page/device.ts'
import type { Device } from '../../core/page/device.ts'
import type { Wallet } from '../../core/contracts/wallet.ts'
import { pairingLink } from './walletLinks.ts'

/** The target of a tap, and whether it opens in a new tab (`target="_blank"`). */
export type AppLink = { href: string; isTab: boolean }

/**
 * The link that hands a pairing to a wallet's app. It has the app's own scheme, so that the page
 * stays open. Inside the built-in browser of another app, which seldom opens such schemes, it is
 * the app's https URL in a new tab. If the wallet lacks one of the links, the other is used.
 * Undefined for a wallet without links. The code that shows the link has to call {@link
 * rememberWallet} when the visitor taps it.
 * @example kit.connect({ connectorId: 'walletConnect', wallet, onPairing: ({ uri }) =>
 *   show(appLink(wallet, uri)) })
 */
export function appLink(
  wallet: Pick<Wallet, 'mobile_link' | 'link_mode'>,
  uri: string,
  { isInApp }: Pick<Device, 'isInApp'> = readDevice(),
): AppLink | undefined {
  const href = pairingLink(
    { native: wallet.mobile_link, universal: wallet.link_mode },
    uri,
    isInApp ? 'universal' : 'native',
  )
  return href === undefined ? undefined : { href, isTab: /^https?:/i.test(href) }
}

/** Whether {@link appLink} has a link to show for this wallet. */
export function hasAppLink(wallet: Pick<Wallet, 'mobile_link' | 'link_mode'>): boolean {
  return appLink(wallet, '', { isInApp: false }) !== undefined
}

import { pairingLink } from '../../../connection/walletLinks.ts'
import type { Device } from '../../../core/device.ts'
import type { Wallet } from '../../../core/wallet.ts'

/** Where a tap leads, and whether in a tab of its own. */
export type AppLink = { href: string; isTab: boolean }

/**
 * The link that hands a pairing to a wallet's app: its own scheme, which leaves the page where it is; inside another app, which
 * seldom opens the scheme of a third one, its https address in a new tab. What the wallet has no link for, the other one does.
 */
export function appLink({ mobile_link: native, link_mode: universal }: Wallet, uri: string, { isInApp }: Pick<Device, 'isInApp'>): AppLink | undefined {
  const href = pairingLink({ native, universal }, uri, isInApp ? 'universal' : 'native')
  return href === undefined ? undefined : { href, isTab: /^https?:/i.test(href) }
}

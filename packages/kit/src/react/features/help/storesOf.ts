import { isPageLink } from '@latchkey/protocol/links'
import type { Device } from '../../../core/page/device.ts'
import type { Wallet } from '../../../core/contracts/wallet.ts'

/**
 * The links to a wallet's stores that this device can use. A key is absent if the wallet has no
 * such store.
 */
export type Stores = {
  /** For phones. */
  ios?: string
  android?: string
  /** For this browser; `store` tells which store of extensions it is. */
  extension?: { store: NonNullable<Device['extensions']> | 'otherBrowser'; url: string }
  /** For this computer. */
  desktop?: string
  homepage?: string
}

/** The kinds of device on which a wallet runs. */
export type Platform = 'phone' | 'browser' | 'computer'

/** Returns the stores that this device can use. Only links to web pages count. */
export function storesOf(
  wallet: Wallet,
  { isPhone, extensions, system }: Pick<Device, 'isPhone' | 'extensions' | 'system'>,
): Stores {
  const own = extensions && page(wallet[`${extensions}_store`])
  const other = isPhone ? undefined : page(wallet.browser_store)
  return {
    ios: page(wallet.app_store),
    android: page(wallet.play_store),
    extension: own
      ? { store: extensions, url: own }
      : other
        ? { store: 'otherBrowser', url: other }
        : undefined,
    desktop: isPhone || !system ? undefined : page(wallet[`${system}_store`]),
    homepage: page(wallet.homepage),
  }
}

/** Returns the platforms on which a wallet runs. They follow from its stores. */
export function platformsOf(wallet: Wallet): readonly Platform[] {
  const has = (...links: readonly (string | undefined)[]) =>
    links.some((link) => page(link) !== undefined)
  const phone = has(wallet.app_store, wallet.play_store)
  const browser = has(
    wallet.chrome_store,
    wallet.firefox_store,
    wallet.edge_store,
    wallet.opera_store,
    wallet.safari_store,
    wallet.browser_store,
  )
  const computer = has(wallet.mac_store, wallet.windows_store, wallet.linux_store)
  return [
    ...(phone ? ['phone' as const] : []),
    ...(browser ? ['browser' as const] : []),
    ...(computer ? ['computer' as const] : []),
  ]
}

/** Whether the wallet has a store or a homepage. */
export function hasStores(wallet: Wallet): boolean {
  return platformsOf(wallet).length > 0 || page(wallet.homepage) !== undefined
}

function page(link: string | undefined): string | undefined {
  return isPageLink(link) ? link : undefined
}

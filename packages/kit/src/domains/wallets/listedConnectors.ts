import type { Connector } from '../../core/contracts/connectorSource.ts'
import type { Device } from '../../core/page/device.ts'
import type { KitOptions } from '../../core/options/options.ts'
import { isListed } from './isListed.ts'
import { visibleConnectors } from './visibleConnectors.ts'
import type { WalletConnector } from './visibleConnectors.ts'

/**
 * The connectors that lists of wallets show: the visible connectors of wallets that the site lists.
 * Empty if the site has switched wallets off.
 */
export function listedConnectors(
  all: readonly Connector[],
  options: KitOptions,
  device: Pick<Device, 'isPhone' | 'hasProvider'>,
): readonly WalletConnector[] {
  const isWanted = isListed(options)
  return options.enableWallets === false
    ? []
    : visibleConnectors(all, device).filter((connector) => isWanted(connector))
}

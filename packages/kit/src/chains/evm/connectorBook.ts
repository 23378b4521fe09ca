import type { Config, Connector } from '@wagmi/core'
import type { Connector as ConnectorInfo } from '../../core/adapter.ts'
import { readDevice } from '../../core/device.ts'
import { kitError } from '../../core/errors.ts'
import { walletConnectId } from '../../connection/wayOf.ts'
import { connectorOf } from './config.ts'
import type { AnnouncedWallet } from './discovery.ts'
import type { Externals } from './externals.ts'
import { homeOf, legacyWallets } from './legacy.ts'
import type { PhoneBook } from './phoneBook.ts'

/** Every way to connect: wallets on the page, those of the site, phones. */
export type ConnectorBook = {
  /** The connector of an id, made when it is first asked for. @throws KitError connectorNotFound */
  find(connectorId: string): Connector
  /** What can be chosen from, phones apart. For the kit's own config. */
  list(): readonly ConnectorInfo[]
}

type Parts = {
  config: Config
  /** Whether the config is the site's own: then it has all connectors but the way to phones. */
  isSite: boolean
  announced: () => readonly AnnouncedWallet[]
  externals: Externals
  phones: PhoneBook
}

/** Looks connectors up in a config, and puts into it what is not there yet. */
export function createConnectorBook({ config, isSite, announced, externals, phones }: Parts): ConnectorBook {
  /** Those that announced themselves, and those that never do. */
  const onPage = () => [...announced(), ...legacyWallets(announced())]

  /** The way to phones stands among the connectors of the config; phones beside the first do not, as nobody chooses them. */
  function findPhone(connectorId: string): Connector | undefined {
    const phone = phones.find(connectorId)
    if (phone && connectorId === walletConnectId) config._internal.connectors.setState((connectors) => [...connectors, phone])
    return phone
  }

  return {
    find(connectorId) {
      const wallet = isSite ? undefined : onPage().find(({ rdns }) => rdns === connectorId)
      const connector = wallet ? connectorOf(config, wallet) : (config.connectors.find(({ id }) => id === connectorId) ?? findPhone(connectorId))
      if (!connector) throw kitError('connectorNotFound', { connectorId })
      return connector
    },
    list() {
      const wallets = onPage()
      const home = readDevice().isPhone ? homeOf(wallets) : undefined
      const rows = wallets.map(({ rdns, name, icon }): ConnectorInfo => ({ id: rdns, name, icon, namespace: 'eip155', type: 'injected', ...(rdns === home && { isHome: true }) }))
      return [...rows, ...externals.list().filter(({ id }) => wallets.every(({ rdns }) => rdns !== id))]
    },
  }
}

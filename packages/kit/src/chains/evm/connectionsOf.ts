import { formatNetworkId } from '@latchkey/protocol/caip'
import { isEvmAddress } from '@latchkey/protocol/evmAddress'
import type { Config } from '@wagmi/core'
import type { Connection } from '../../core/session.ts'
import { isPhone } from './phoneBook.ts'

/** Connections whose wallet names possible accounts and a possible chain; a wallet may answer anything. */
export function connectionsOf(config: Config): readonly Connection[] {
  return [...config.state.connections.values()].flatMap(({ accounts, chainId, connector }) => {
    const addresses = accounts.filter(isEvmAddress)
    const isPossible = Number.isSafeInteger(chainId) && chainId > 0 && addresses.length > 0
    const wallet = isPhone(connector) ? connector.peer() : undefined
    const networkIds = isPhone(connector) ? connector.bounds()?.filter(Number.isSafeInteger).map((id) => formatNetworkId('eip155', id)) : undefined
    return isPossible ? [{ connectorId: connector.id, accounts: addresses, networkId: formatNetworkId('eip155', chainId), ...(networkIds && { networkIds }), ...(wallet && { wallet }), ...(isPhone(connector) && connector.isLate() && { isLate: true as const }) }] : []
  })
}

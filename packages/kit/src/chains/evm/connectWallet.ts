import { switchConnection } from '@wagmi/core'
import type { Config, Connector } from '@wagmi/core'
import type { ChainAdapter, Pairing } from '../../core/adapter.ts'
import { readDevice } from '../../core/device.ts'
import { phoneIdOf, topicIn, walletConnectId } from '../../connection/wayOf.ts'
import type { Attempts } from './attempts.ts'
import { connectionsOf } from './connectionsOf.ts'
import { leave } from './leave.ts'
import { chainIdOf } from './node.ts'
import type { PhoneBook } from './phoneBook.ts'
import type { WalletConnectParameters } from './phoneCodes.ts'
import { toWalletError } from './walletError.ts'
import type { PhoneConnector } from './walletConnectConnector.ts'

type Parts = { config: Config; attempts: Attempts; find: (connectorId: string) => Connector; phoneBook: PhoneBook }
type Asked = Parameters<ChainAdapter['connect']>[0]

/**
 * Asks a wallet, makes one that is connected already the current one, or shows another phone the way. @returns the id of the connection
 * @throws KitError connectorNotFound, what the wallet answers
 */
export async function connectWallet(parts: Parts, asked: Asked): Promise<string> {
  const { config, attempts, find, phoneBook } = parts
  const { connectorId, networkId, signal, onPairing } = asked
  const connector = find(connectorId)
  const { isIosSafari, isTelegram } = readDevice()
  const parameters = { signal, keepPairing: isIosSafari || isTelegram }
  const isConnected = connectionsOf(config).some((one) => one.connectorId === connectorId)
  const isWay = connector.type === walletConnectId && topicIn(connectorId) === undefined
  // a site's own way to phones, without a relay of the kit's, knows one at a time, which stays
  const way = isConnected && isWay ? phoneBook.find(walletConnectId) : undefined
  const chainId = networkId && chainIdOf(networkId)
  try {
    if (way) return await connectBeside(parts, way, parameters, asked)
    attempts.resume(connectorId)
    if (isConnected) await switchConnection(config, { connector })
    else await tellingPairings(connector, onPairing, () => attempts.connect(signal, { connector, chainId, ...parameters }, () => leave(config, connector)))
    return connectorId
  } catch (error) {
    throw toWalletError(error)
  }
}

/** Connects another phone. Once it has approved nothing is taken back. */
async function connectBeside({ config, attempts, find }: Parts, way: Connector & PhoneConnector, parameters: WalletConnectParameters, { onPairing, onBeside }: Asked): Promise<string> {
  const connectorId = phoneIdOf(await tellingPairings(way, onPairing, () => way.propose(parameters)))
  onBeside?.(connectorId)
  const connector = find(connectorId)
  await attempts.connect(undefined, { connector, isReconnecting: true }, () => leave(config, connector))
  return connectorId
}

/** Tells of the pairings that a connector shows during a task. One of a site's own config says nothing of its relay, and is taken to have reached it. */
async function tellingPairings<value>(connector: Connector, onPairing: Asked['onPairing'], task: () => Promise<value>): Promise<value> {
  const onMessage = ({ type, data }: { type: string; data?: unknown }) => {
    if (type === 'display_uri' || type === 'relay_ready') onPairing?.({ ...pairingOf(String(data)), isReady: type === 'relay_ready' || !('propose' in connector) })
  }
  const { emitter } = connector
  emitter.on('message', onMessage)
  return task().finally(() => emitter.off('message', onMessage))
}

/** What a screen shows of a pairing URI. */
function pairingOf(uri: string): Omit<Pairing, 'isReady'> {
  return { uri, expiresAt: Number(/[?&]expiryTimestamp=(\d+)/.exec(uri)?.[1]) * 1_000 }
}

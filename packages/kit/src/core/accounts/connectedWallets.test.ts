import { formatNetworkId } from '@latchkey/protocol/caip'
import { expect, test } from 'vitest'
import { phoneIdOf, walletConnectId } from '../../sources/phones/connectionId.ts'
import type { Connector } from '../contracts/connectorSource.ts'
import { reduceSession } from '../../session/dispatch.ts'
import { disconnected } from './session.ts'
import type { Connection } from './session.ts'
import { connectedWallets } from './connectedWallets.ts'

const connectors: readonly Connector[] = [
  { namespace: 'eip155', type: 'injected', id: 'one', name: 'One' },
  {
    namespace: 'eip155',
    type: 'walletConnect',
    id: walletConnectId,
    name: 'WalletConnect',
    icon: 'wc.svg',
  },
]

const connection = (connectorId: string, app?: string): Connection => ({
  connectorId,
  accounts: [{ address: '0x1' }],
  networkId: formatNetworkId('eip155', 1),
  ...(app !== undefined && { wallet: { id: app, name: app } }),
})

function walletsOf(...connections: readonly Connection[]) {
  const eip155 = reduceSession(disconnected, { type: 'connectionsChanged', connections })
  return connectedWallets({ sessions: { eip155 }, connectors, namespace: 'eip155' })
}

test('a wallet on a phone has the name of its app and the icon of WalletConnect', () => {
  const [first, second] = walletsOf(
    connection(walletConnectId, 'Phone'),
    connection(phoneIdOf('40ea'), 'Tablet'),
  )
  expect(first).toMatchObject({ name: 'Phone', icon: 'wc.svg', isCurrent: true })
  expect(second).toMatchObject({ name: 'Tablet', icon: 'wc.svg', isCurrent: false })
})

test('a wallet on a phone without a name has the name WalletConnect', () => {
  expect(walletsOf(connection(phoneIdOf('40ea'))).map(({ name }) => name)).toEqual([
    'WalletConnect',
  ])
})

test('the order of the wallets does not change when another wallet becomes current', () => {
  const [one, phone] = [connection('one'), connection(phoneIdOf('40ea'), 'Phone')]
  expect(walletsOf(one, phone).map(({ connectorId }) => connectorId)).toEqual(
    walletsOf(phone, one).map(({ connectorId }) => connectorId),
  )
  expect(walletsOf(phone, one).find(({ isCurrent }) => isCurrent)?.name).toBe('Phone')
})

test('without a connection, connectedWallets returns an empty list', () => {
  expect(
    connectedWallets({ sessions: { eip155: disconnected }, connectors, namespace: 'eip155' }),
  ).toEqual([])
})

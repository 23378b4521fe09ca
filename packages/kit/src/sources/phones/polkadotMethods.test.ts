/** Tests of Polkadot's methods over a session of four namespaces. The keys really sign. */
import { bitcoinRegtestId } from '@latchkey/protocol/chains/bitcoinNetworks'
import {
  kusamaAssetHubId,
  polkadotAssetHubId,
  spelledFor,
} from '@latchkey/protocol/chains/polkadotNetworks'
import { mainnet } from 'viem/chains'
import { expect, test, vi } from 'vitest'
import { bitcoin } from '../../chains/bitcoin/bitcoin.ts'
import { bitcoinNetwork } from '../../chains/bitcoin/startTestBitcoin.ts'
import { evm } from '../../chains/evm/evm.ts'
import { polkadot } from '../../chains/polkadot/polkadot.ts'
import type { PolkadotProvider } from '../../chains/polkadot/polkadotProvider.ts'
import type { SignerPayload } from '../../chains/polkadot/signer.ts'
import { polkadotNetwork } from '../../chains/polkadot/startTestPolkadot.ts'
import { solana } from '../../chains/solana/solana.ts'
import type { Kit } from '../../core/kit/kit.ts'
import { verifyPolkadot } from '../../domains/siwx/server/verify/verifyPolkadot.ts'
import { reasonOf } from '../../session/startTestKit.ts'
import { bitcoinAccounts } from '../../testing/bitcoin/bitcoinAccounts.ts'
import { polkadotAccounts } from '../../testing/polkadot/polkadotAccounts.ts'
import { PolkadotOwner } from '../../testing/polkadot/PolkadotOwner.ts'
import { granted, settleBy } from '../walletconnect/testing/approve.ts'
import { startPeer } from '../walletconnect/testing/startPeer.ts'
import { walletConnectId } from './connectionId.ts'
import { bread, cluster, solana as ofSolana, startPage } from './startTestPhones.ts'
import type { Page } from './startTestPhones.ts'

/** Waits longer than the default of one second, because a busy machine is slow. */
const waitFor = (check: () => void) => vi.waitFor(check, { timeout: 20_000 })

const accounts = polkadotAccounts(2)
const on = (networkId: string, index = 0) =>
  spelledFor(networkId, accounts[index]?.address ?? '') ?? ''
const [dot, ksm] = [on(polkadotAssetHubId), on(kusamaAssetHubId)]
const pay = bitcoinAccounts(1)[0]?.payment.address ?? ''

const ofPolkadot = {
  // a wallet names its accounts on each network, in that network's spelling
  accounts: [polkadotAssetHubId, kusamaAssetHubId].flatMap((id) =>
    [0, 1].map((index) => `${id}:${on(id, index)}`),
  ),
  methods: ['polkadot_signTransaction', 'polkadot_signMessage'],
  events: ['accountsChanged'],
}

/** The options of a site with four namespaces. */
const options = (): Page['options'] => ({
  networks: [
    mainnet,
    {
      id: cluster.slice('solana:'.length),
      name: 'Solana',
      namespace: 'solana',
      nativeCurrency: { name: 'Sol', symbol: 'SOL', decimals: 9 },
      rpcUrls: { default: { http: ['http://127.0.0.1:1'] } },
    },
    polkadotNetwork(polkadotAssetHubId),
    polkadotNetwork(kusamaAssetHubId, 'Kusama Asset Hub'),
    bitcoinNetwork(bitcoinRegtestId.slice('bip122:'.length), 'Bitcoin'),
  ],
  adapters: [evm(), solana(), polkadot(), bitcoin()],
})

const addressesIn = (kit: Kit): readonly string[] => {
  const session = kit.getState().sessions.polkadot
  return session && 'current' in session
    ? session.current.accounts.map(({ address }) => address)
    : []
}

/** Starts a page that is connected to a phone with four namespaces. Polkadot is in use. */
async function start(polkadotGrant: object = ofPolkadot) {
  const page = await startPage({ options: options() })
  const { uri, connecting } = await page.show({ namespace: 'eip155' })
  const peer = await startPeer(page.url)
  const proposal = await peer.pair(uri)
  const topic = await settleBy(peer, proposal, {
    ...granted,
    solana: ofSolana,
    bip122: {
      accounts: [`${bitcoinRegtestId}:${pay}`],
      methods: ['signMessage'],
      events: [],
    },
    polkadot: polkadotGrant,
  })
  expect(await connecting).toBe('fulfilled')
  const { kit } = page
  kit.store.setState({ namespace: 'polkadot' })
  /** Answers the next request of the page. */
  const answer = async (make: (params: Record<string, string>) => unknown) => {
    const { id, params } = await peer.nextRequest()
    const { request, chainId } = params as {
      request: { method: string; params: Record<string, string> }
      chainId: string
    } // the form of requests in WalletConnect
    await peer.send(topic, { id, jsonrpc: '2.0', result: await make(request.params) })
    return { ...request, chainId }
  }
  const addresses = () => addressesIn(kit)
  return { ...page, peer, topic, answer, addresses, proposal }
}

/** The keys of the phone. */
function phoneKeys() {
  const owner = new PolkadotOwner('phone', { accounts })
  return owner.enable().then(() => owner)
}

test('one code proposes four namespaces, and one session serves all of them', async () => {
  const { kit, proposal, client } = await start()
  const { optionalNamespaces } = proposal.proposal as {
    optionalNamespaces: Record<string, { chains: string[]; methods: string[] }>
  } // the form of proposals in WalletConnect
  expect(Object.keys(optionalNamespaces)).toEqual(['eip155', 'solana', 'polkadot', 'bip122'])
  expect(optionalNamespaces['polkadot']).toMatchObject({
    chains: [polkadotAssetHubId, kusamaAssetHubId],
    methods: ['polkadot_signTransaction', 'polkadot_signMessage'],
  })
  expect(client.sessions()).toHaveLength(1)
  const { sessions } = kit.getState()
  for (const [namespace, address] of [
    ['eip155', undefined],
    ['solana', bread],
    ['polkadot', dot],
    ['bip122', pay],
  ] as const)
    expect(sessions[namespace]).toMatchObject({
      status: 'connected',
      ...(address && { current: { accounts: expect.arrayContaining([{ address }]) as unknown } }),
    })
})

test('a phone signs texts with the account in the spelling of the network in use', async () => {
  const { kit, answer, addresses } = await start()
  const owner = await phoneKeys()
  for (const [networkId, address] of [
    [polkadotAssetHubId, dot],
    [kusamaAssetHubId, ksm],
  ] as const) {
    if (networkId !== polkadotAssetHubId) await kit.switchNetwork({ networkId })
    expect(addresses()[0]).toBe(address)
    const signing = kit.signMessage({ message: 'Hi' })
    const sent = await answer(async ({ message }) => ({
      signature: await owner.signRaw(address, new TextEncoder().encode(message)),
    }))
    expect(sent).toMatchObject({
      method: 'polkadot_signMessage',
      params: { address, message: 'Hi' },
      chainId: networkId,
    })
    const claim = { chainId: networkId, address, message: 'Hi', signature: await signing }
    expect(await verifyPolkadot(claim)).toBe(true)
  }
})

test('a phone that spells all accounts alike is asked in its own spelling', async () => {
  const [generic = ''] = accounts.map(({ address }) => address)
  const { kit, answer, addresses } = await start({
    ...ofPolkadot,
    accounts: [polkadotAssetHubId, kusamaAssetHubId].map((id) => `${id}:${generic}`),
  })
  expect(addresses()).toEqual([dot])
  const owner = await phoneKeys()
  const signing = kit.signMessage({ message: 'Hi' })
  const sent = await answer(async ({ message }) => ({
    signature: await owner.signRaw(generic, new TextEncoder().encode(message)),
  }))
  expect(sent.params).toEqual({ address: generic, message: 'Hi' })
  await signing
  await kit.switchNetwork({ networkId: kusamaAssetHubId })
  expect(addresses()).toEqual([ksm])
})

test('a phone signs a transaction of the network in use, for libraries too', async () => {
  const { kit, answer } = await start()
  const { signer } = kit.getProvider({ namespace: 'polkadot' }) as PolkadotProvider
  const payload: SignerPayload = {
    address: dot,
    blockHash: `0x${'22'.repeat(32)}`,
    blockNumber: '0x10',
    era: '0x0501',
    genesisHash: `0x${polkadotAssetHubId.slice('polkadot:'.length)}${'0'.repeat(32)}`,
    method: '0x000000',
    nonce: '0x00',
    signedExtensions: ['CheckNonce', 'CheckMortality'],
    specVersion: '0x01',
    tip: '0x00',
    transactionVersion: '0x01',
    version: 4,
  }
  const signature = `0x01${'33'.repeat(64)}`
  const signing = signer.signPayload(payload)
  expect(await answer(() => ({ signature }))).toMatchObject({
    method: 'polkadot_signTransaction',
    params: { address: dot, transactionPayload: payload },
    chainId: polkadotAssetHubId,
  })
  expect(await signing).toEqual({ id: 1, signature })
})

test('a phone that granted no transactions is asked for none', async () => {
  const { kit } = await start({ ...ofPolkadot, methods: ['polkadot_signMessage'] })
  expect(
    await reasonOf(
      kit.request({
        method: 'polkadot_signTransaction',
        params: {
          transactionPayload: {
            address: dot,
            version: 4,
            signedExtensions: [],
            ...Object.fromEntries(
              ['blockHash', 'blockNumber', 'era', 'method', 'nonce', 'specVersion', 'tip'].map(
                (name) => [name, '0x00'],
              ),
            ),
            transactionVersion: '0x01',
            genesisHash: `0x${polkadotAssetHubId.slice('polkadot:'.length)}${'0'.repeat(32)}`,
          },
        },
        namespace: 'polkadot',
      }),
    ),
  ).toMatchObject({ code: 'methodNotSupported' })
})

test('accountsChanged can only select accounts that the phone shared', async () => {
  const { peer, topic, addresses } = await start()
  const stranger = spelledFor(polkadotAssetHubId, polkadotAccounts(3)[2]?.address ?? '')
  const send = async (data: unknown, chainId = polkadotAssetHubId) => {
    await peer.send(topic, {
      id: peer.nextId(),
      jsonrpc: '2.0',
      method: 'wc_sessionEvent',
      params: { event: { name: 'accountsChanged', data }, chainId },
    })
    await peer.next()
  }
  await send([stranger])
  expect(addresses()).toEqual([dot, on(polkadotAssetHubId, 1)])
  await send([on(kusamaAssetHubId, 1)])
  await waitFor(() => expect(addresses()).toEqual([on(polkadotAssetHubId, 1), dot]))
  // an event of another network than the one in use
  await send([on(kusamaAssetHubId, 0)], kusamaAssetHubId)
  await waitFor(() => expect(addresses()).toEqual([dot, on(polkadotAssetHubId, 1)]))
})

test('the site selects one of the accounts of a phone, on each network and on a later visit', async () => {
  const { kit, addresses, stop, client, url, storage } = await start()
  const connectorId = walletConnectId
  const parameters = { connectorId, namespace: 'polkadot' } as const
  await kit.switchConnection({ ...parameters, address: on(kusamaAssetHubId, 1) })
  expect(addresses()).toEqual([on(polkadotAssetHubId, 1), dot])
  await kit.switchNetwork({ networkId: kusamaAssetHubId })
  expect(addresses()).toEqual([on(kusamaAssetHubId, 1), ksm])
  const stranger = polkadotAccounts(3)[2]?.address ?? ''
  expect(await reasonOf(kit.switchConnection({ ...parameters, address: stranger }))).toMatchObject({
    code: 'unauthorized',
  })
  stop()
  client.close()
  const later = await startPage({ url, storage, options: options() })
  await later.comeBack()
  expect(addressesIn(later.kit)).toEqual([on(kusamaAssetHubId, 1), ksm])
})

/**
 * Tests of the links of phones. The test makes the wallets' messages itself and sends them over a
 * real relay.
 */
import { formatNetworkId } from '@latchkey/protocol/caip'
import { describe, expect, test } from 'vitest'
import { startIsolatedApis } from '../../../../../services/api/src/testing/startIsolatedApis.ts'
import { reasonOf } from '../../session/startTestKit.ts'
import { getIdentity } from '../../domains/identity/getIdentity.lazy.ts'
import { memoryStorage } from '../../core/storage/storage.ts'
import { address, granted, settleBy } from '../walletconnect/testing/approve.ts'
import { startPeer } from '../walletconnect/testing/startPeer.ts'
import { walletConnectId } from './connectionId.ts'
import { ofSecond, second, solana, startConnected, startPage } from './startTestPhones.ts'
import { contextOf } from '../../core/kit/context.ts'

const { start: startApi } = startIsolatedApis()

test('a phone’s connection has the wallet’s name, without a picture', async () => {
  const { connections } = await startConnected()
  expect(connections()).toMatchObject([{ wallet: { id: 'app:peer', name: 'Peer' } }])
  expect(connections()[0]?.wallet?.image_url).toBeUndefined()
})

test('API requests carry this browser’s relay client id', async () => {
  const { url } = await startApi()
  const answered: [url: URL, status: number][] = []
  const recordingFetch: typeof fetch = async (url, init) => {
    const response = await fetch(url, init)
    answered.push([new URL(String(url)), response.status])
    return response
  }
  const { kit } = await startPage({ options: { services: { api: url }, fetch: recordingFetch } })
  await expect.poll(() => contextOf(kit).api?.clientId).toMatch(/^did:key:z6Mk\w{44}$/)
  expect(await getIdentity(kit, { address })).toEqual({})
  expect(answered.map(([url, status]) => [url.searchParams.get('clientId'), status])).toEqual([
    [contextOf(kit).api?.clientId, 200],
  ])
})

test('a wallet that cannot switch chains is limited to the networks that it approved', async () => {
  const { connections, sendToSite } = await startConnected()
  expect(connections()[0]?.networkIds).toBeUndefined()
  await sendToSite('wc_sessionUpdate', {
    namespaces: { eip155: { ...granted.eip155, methods: ['personal_sign'] } },
  })
  await expect.poll(() => connections()[0]?.networkIds).toEqual(['eip155:1'])
})

test('the kit follows a phone’s account, network and disconnect events, and ignores invalid ones', async () => {
  const both = {
    eip155: { ...granted.eip155, accounts: [...granted.eip155.accounts, `eip155:1:${second}`] },
  }
  const { connections, sendToSite } = await startConnected({}, both)
  expect(connections()).toMatchObject([
    {
      connectorId: walletConnectId,
      accounts: [{ address }, { address: second }],
      networkId: 'eip155:1',
    },
  ])
  await sendToSite('wc_sessionEvent', {
    chainId: 'eip155:1',
    event: { name: 'accountsChanged', data: [`eip155:1:${second}`] },
  })
  expect(connections()).toMatchObject([{ accounts: [{ address: second }, { address }] }])
  const stranger = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
  for (const data of [[], 'text', null, ['nobody'], [7], [`eip155:1:${stranger}`]])
    await sendToSite('wc_sessionEvent', {
      chainId: 'eip155:1',
      event: { name: 'accountsChanged', data },
    })
  expect(connections()).toMatchObject([{ accounts: [{ address: second }, { address }] }])
  await sendToSite('wc_sessionEvent', {
    chainId: 'eip155:11155111',
    event: { name: 'chainChanged', data: '0xaa36a7' },
  })
  expect(connections()).toMatchObject([{ networkId: 'eip155:11155111' }])
  await sendToSite('wc_sessionDelete', { code: 6000, message: 'bye' })
  await expect.poll(connections).toEqual([])
})

test('a session has a connection in a namespace only while it has an account there', async () => {
  const { connections, client, topic, sendToSite } = await startConnected()
  await sendToSite('wc_sessionUpdate', { namespaces: { ...granted, solana } })
  expect(connections()).toMatchObject([{ accounts: [{ address }] }])
  await sendToSite('wc_sessionUpdate', { namespaces: { solana } })
  await expect.poll(connections).toEqual([])
  expect(client.sessions()).toMatchObject([{ topic, namespaces: { solana } }])
})

test('the phone gets the wallet methods that it granted, and the node gets reads; other methods are rejected', async () => {
  const methods = [
    'personal_sign',
    'wallet_grantPermissions',
    'eth_sendUserOperation',
    'eth_signTypedData_v3',
  ]
  const { provider, peer, topic } = await startConnected(
    {},
    { eip155: { ...granted.eip155, methods } },
  )
  expect(await provider().request({ method: 'eth_chainId' })).toBe('0x1')
  expect(await provider().request({ method: 'eth_accounts' })).toEqual([address])
  expect(await provider().request({ method: 'eth_getBalance' })).toBe('eth_getBalance by the node')
  for (const method of methods) {
    const signed = provider().request({ method, params: ['0x68', address] })
    const { id, params } = await peer.next()
    expect(params).toMatchObject({
      chainId: 'eip155:1',
      request: { method, params: ['0x68', address] },
    })
    await peer.send(topic, { id, jsonrpc: '2.0', result: '0xsigned' })
    expect(await signed).toBe('0xsigned')
  }
  expect(
    await reasonOf(provider().request({ method: 'wallet_sendCalls', params: [] })),
  ).toMatchObject({ code: 'unauthorized' })
})

test('the proposal requests every wallet method, including old and rare ones', async () => {
  const { show, url } = await startPage()
  const { uri } = await show()
  const { proposal } = await (await startPeer(url)).pair(uri)
  const { methods } = (
    proposal as { optionalNamespaces: { eip155: { methods: readonly string[] } } }
  ).optionalNamespaces.eip155 // the kit has made this proposal
  expect([...methods].sort()).toEqual([
    'eth_sendTransaction',
    'eth_sendUserOperation',
    'eth_sign',
    'eth_signTransaction',
    'eth_signTypedData',
    'eth_signTypedData_v3',
    'eth_signTypedData_v4',
    'personal_sign',
    'wallet_addEthereumChain',
    'wallet_getAssets',
    'wallet_getCallsStatus',
    'wallet_getCapabilities',
    'wallet_getGrantedExecutionPermissions',
    'wallet_getPermissions',
    'wallet_getSupportedExecutionPermissions',
    'wallet_grantPermissions',
    'wallet_requestExecutionPermissions',
    'wallet_requestPermissions',
    'wallet_revokeExecutionPermission',
    'wallet_revokePermissions',
    'wallet_sendCalls',
    'wallet_showCallsStatus',
    'wallet_switchEthereumChain',
    'wallet_watchAsset',
  ])
})

describe('switching the network', () => {
  test('an approved network is selected without a request; another network is requested from the wallet', async () => {
    const { kit, connections, peer, topic } = await startConnected()
    const switched = kit.switchNetwork({ networkId: 'eip155:11155111' })
    const { id, params } = await peer.next()
    expect(params).toMatchObject({
      request: { method: 'wallet_switchEthereumChain', params: [{ chainId: '0xaa36a7' }] },
    })
    await peer.send(topic, { id, jsonrpc: '2.0', result: null })
    await switched
    expect(connections()).toMatchObject([{ networkId: 'eip155:11155111' }])
    await kit.switchNetwork({ networkId: 'eip155:1' })
    expect(connections()).toMatchObject([{ networkId: 'eip155:1' }])
  })

  test('a network unknown to the wallet is added there, then selected', async () => {
    const methods = [...granted.eip155.methods, 'wallet_addEthereumChain']
    const { kit, connections, peer, topic } = await startConnected(
      {},
      { eip155: { ...granted.eip155, methods } },
    )
    const switched = kit.switchNetwork({ networkId: 'eip155:11155111' })
    const proposal = await peer.next()
    await peer.send(topic, {
      id: proposal.id,
      jsonrpc: '2.0',
      error: { code: 4902, message: 'unknown chain' },
    })
    const added = await peer.next()
    expect(added.params).toMatchObject({
      request: {
        method: 'wallet_addEthereumChain',
        params: [{ chainId: '0xaa36a7', chainName: 'Sepolia' }],
      },
    })
    await peer.send(topic, { id: added.id, jsonrpc: '2.0', result: null })
    const again = await peer.next()
    expect(again.params).toMatchObject({ request: { method: 'wallet_switchEthereumChain' } })
    await peer.send(topic, { id: again.id, jsonrpc: '2.0', result: null })
    await switched
    expect(connections()).toMatchObject([{ networkId: 'eip155:11155111' }])
  })

  test.each(['by the site', 'by the visitor'])(
    'the network that was chosen %s before connecting is proposed first, and is selected after connecting',
    async (by) => {
      const { kit, show, url, connections } = await startPage()
      const networkId = formatNetworkId('eip155', 11_155_111)
      if (by === 'by the visitor') await kit.switchNetwork({ networkId })
      const { uri, connecting } = await show(by === 'by the site' ? { networkId } : {})
      const peer = await startPeer(url)
      const scanned = await peer.pair(uri)
      expect(scanned.proposal).toMatchObject({
        optionalNamespaces: { eip155: { chains: ['eip155:11155111', 'eip155:1'] } },
      })
      await settleBy(peer, scanned, {
        eip155: {
          ...granted.eip155,
          accounts: [`eip155:1:${address}`, `eip155:11155111:${address}`],
        },
      })
      await connecting
      expect(connections()).toMatchObject([{ networkId: 'eip155:11155111' }])
    },
  )
})

describe('phones after a reload', () => {
  test('a session is restored with its network, and can be disconnected', async () => {
    const { url, storage, stop, client, topic, sendToSite, peer } = await startConnected()
    await sendToSite('wc_sessionEvent', {
      chainId: 'eip155:11155111',
      event: { name: 'chainChanged', data: 11_155_111 },
    })
    stop()
    client.close()
    const reloaded = await startPage({ url, storage })
    await reloaded.comeBack()
    expect(reloaded.connections()).toMatchObject([
      { connectorId: walletConnectId, accounts: [{ address }], networkId: 'eip155:11155111' },
    ])
    await reloaded.kit.disconnect()
    expect(reloaded.client.sessions()).toEqual([])
    expect(await peer.next()).toMatchObject({ topic, method: 'wc_sessionDelete' })
  })

  test.each([
    '{',
    '[{"topic":7}]',
    '[{"networks":null,"topic":"a","left":[]}]',
    '7',
    'null',
    '{"a":1}',
  ])('invalid stored sessions (%s) are ignored, and a phone connects', async (text) => {
    const storage = memoryStorage()
    storage.setItem('@latchkey/phones', text)
    storage.setItem('@latchkey/phones.first', text)
    const { connections } = await startConnected({ storage })
    expect(connections()).toMatchObject([{ networkId: 'eip155:1' }])
  })

  test.each(['"eip155:-5"', '7', 'null', '"solana:abc"', '{}'])(
    'an invalid stored network (%s) is ignored, and the phone is restored',
    async (network) => {
      const { url, storage, stop, client, topic } = await startConnected()
      stop()
      client.close()
      storage.setItem(
        '@latchkey/phones',
        `[{"topic":"${topic}","networks":{"eip155":${network}},"left":[]}]`,
      )
      const reloaded = await startPage({ url, storage })
      await reloaded.comeBack()
      expect(reloaded.connections()).toMatchObject([
        { connectorId: walletConnectId, accounts: [{ address }], networkId: 'eip155:1' },
      ])
    },
  )

  test('an answer to a request of the earlier page is returned to the same request of the new page', async () => {
    const { provider, peer, topic, client, url, storage } = await startConnected()
    const question = { method: 'personal_sign', params: ['0x68', address] }
    const left = reasonOf(provider().request(question))
    const { id } = await peer.nextRequest()
    client.close()
    await left
    const reloaded = await startPage({ url, storage })
    await reloaded.comeBack()
    const answered = new Promise((resolve) =>
      reloaded.client.subscribe(({ type }) => type === 'answered' && resolve(type)),
    )
    await peer.send(topic, { id, jsonrpc: '2.0', result: '0xsigned' })
    await answered
    expect(await reloaded.provider().request(question)).toBe('0xsigned')
  })

  test('a phone that approves during the reload is connected', async () => {
    const { url, storage, client, show } = await startPage()
    const { uri, connecting } = await show()
    const peer = await startPeer(url)
    const scanned = await peer.pair(uri)
    client.close()
    await connecting
    const reloaded = await startPage({ url, storage })
    await settleBy(peer, scanned)
    await reloaded.comeBack()
    await expect.poll(reloaded.connected).toEqual({ walletConnect: address })
  })

  test.each(['before', 'after'])(
    'a second phone that approves the earlier page’s code %s the first phone is restored is connected next to it',
    async (when) => {
      const { url, storage, client, show } = await startConnected()
      const left = await show()
      const other = await startPeer(url)
      const scanned = await other.pair(left.uri)
      client.close()
      await left.connecting
      const reloaded = await startPage({ url, storage })
      if (when === 'after') await reloaded.comeBack()
      const topic = await settleBy(other, scanned, ofSecond)
      if (when === 'before') await reloaded.comeBack()
      await expect
        .poll(reloaded.connected)
        .toEqual({ walletConnect: address, [`walletConnect:${topic}`]: second })
    },
  )
})

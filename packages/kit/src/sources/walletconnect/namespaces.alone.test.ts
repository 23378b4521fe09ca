/** Tests of one session for several namespaces, with the published client as the wallet. */
import type { SessionTypes } from '@walletconnect/types'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { openSignClient } from '../../../../../services/relay/src/testing/openSignClient.ts'
import { startTestRelay } from '../../../../../services/relay/src/testing/startTestRelay.ts'
import {
  accept,
  ask,
  namespaces as evmOnly,
  propose as proposeByHand,
  settle,
  settlementOf,
  startSite,
} from './testing/byHand.ts'
import { failureOf } from './testing/failureOf.ts'
import { startPeer } from './testing/startPeer.ts'
import { nextEvent } from './testing/nextEvent.ts'

const mainnet = 'eip155:1'
const devnet = 'eip155:31337'
const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const bitcoin = 'bip122:000000000019d6689c085ae165831e93'
const evmAddress = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

const namespaces = {
  eip155: {
    chains: [mainnet, devnet],
    methods: ['personal_sign', 'eth_sendTransaction'],
    events: ['accountsChanged', 'chainChanged'],
  },
  solana: { chains: [solana], methods: ['solana_signMessage'], events: [] },
  bip122: { chains: [bitcoin], methods: ['signMessage', 'sendTransfer'], events: [] },
}
const granted = {
  eip155: {
    ...namespaces.eip155,
    accounts: [mainnet, devnet].map((chain) => `${chain}:${evmAddress}`),
  },
  solana: {
    ...namespaces.solana,
    accounts: [`${solana}:7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv`],
  },
  bip122: {
    ...namespaces.bip122,
    accounts: [`${bitcoin}:bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq`],
  },
}

let relayUrl: string
const ends: (() => Promise<void>)[] = []
beforeAll(async () => {
  vi.stubEnv('DISABLE_GLOBAL_CORE', 'true') // several clients run in this process
  relayUrl = (await startTestRelay({}, (end) => ends.unshift(end))).url
})
afterAll(async () => {
  for (const end of ends) await end()
  vi.unstubAllEnvs()
})

async function propose(parameters: Parameters<ReturnType<typeof startSite>['propose']>[0]) {
  const site = startSite(relayUrl)
  const { client: wallet, close } = await openSignClient('2.21.8', relayUrl)
  onTestFinished(close)
  const proposed = nextEvent(wallet, 'session_proposal')
  const { uri, approval } = await site.propose(parameters)
  await wallet.pair({ uri })
  return { site, wallet, approval, proposal: await proposed }
}

async function connect(grants: SessionTypes.Namespaces) {
  const { site, wallet, approval, proposal } = await propose({ namespaces })
  await (await wallet.approve({ id: proposal.id, namespaces: grants })).acknowledged()
  const { topic } = await approval
  const requests: string[] = []
  wallet.events.on('session_request', ({ id, params }) => {
    requests.push(`${params.chainId} ${params.request.method}`)
    void wallet.respond({ topic, response: { id, jsonrpc: '2.0', result: params.chainId } })
  })
  const request = (networkId: string, method: string) =>
    site.request({ topic, networkId, method, params: {} })
  return { site, wallet, topic, requests, request }
}

test('three namespaces are granted, and each request is sent to its network', async () => {
  const { site, requests, request } = await connect(granted)
  expect(site.sessions()).toMatchObject([{ namespaces: granted }])
  const questions: [string, string][] = [
    [mainnet, 'personal_sign'],
    [devnet, 'eth_sendTransaction'],
    [solana, 'solana_signMessage'],
    [bitcoin, 'signMessage'],
  ]
  for (const [networkId, method] of questions)
    expect(await request(networkId, method)).toBe(networkId)
  expect(requests).toEqual(questions.map((question) => question.join(' ')))
})

test('a request that the wallet did not grant is rejected and not sent', async () => {
  const { requests, request } = await connect({
    eip155: {
      ...granted.eip155,
      chains: [devnet],
      accounts: [`${devnet}:${evmAddress}`],
      methods: ['personal_sign'],
    },
    solana: granted.solana,
  })
  const refused: [string, string, string][] = [
    [bitcoin, 'signMessage', 'chainDisconnected'],
    [mainnet, 'personal_sign', 'chainDisconnected'],
    ['solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z', 'solana_signMessage', 'chainDisconnected'],
    ['eip155:3133', 'personal_sign', 'chainDisconnected'],
    [devnet, 'eth_sendTransaction', 'unauthorized'],
    [devnet, 'solana_signMessage', 'unauthorized'],
    [solana, 'personal_sign', 'unauthorized'],
    [devnet, 'toString', 'unauthorized'],
    ['', 'personal_sign', 'chainDisconnected'],
  ]
  for (const [networkId, method, code] of refused)
    expect(await failureOf(request(networkId, method)), `${method} on ${networkId}`).toMatchObject({
      name: 'KitError',
      code,
    })
  expect(await request(solana, 'solana_signMessage')).toBe(solana)
  expect(await request(devnet, 'personal_sign')).toBe(devnet)
  expect(requests).toEqual([`${solana} solana_signMessage`, `${devnet} personal_sign`])
})

test('the wallet can remove a namespace and add another', async () => {
  const { site, wallet, topic, request } = await connect({
    eip155: granted.eip155,
    solana: granted.solana,
  })
  await (
    await wallet.update({ topic, namespaces: { eip155: granted.eip155, bip122: granted.bip122 } })
  ).acknowledged()
  expect(Object.keys(site.sessions()[0]?.namespaces ?? {})).toEqual(['eip155', 'bip122'])
  expect(await failureOf(request(solana, 'solana_signMessage'))).toMatchObject({
    code: 'chainDisconnected',
  })
  expect(await request(bitcoin, 'signMessage')).toBe(bitcoin)
  expect(await request(mainnet, 'personal_sign')).toBe(mainnet)
})

test('a namespace can be a single network (CAIP-217)', async () => {
  const one = { accounts: [`${devnet}:${evmAddress}`], methods: ['personal_sign'], events: [] }
  const { request } = await connect({ [devnet]: one, solana: granted.solana })
  expect(await request(devnet, 'personal_sign')).toBe(devnet)
  expect(await failureOf(request(mainnet, 'personal_sign'))).toMatchObject({
    code: 'chainDisconnected',
  })
})

test('required and optional namespaces are proposed separately', async () => {
  const required = { eip155: { chains: [devnet], methods: ['personal_sign'], events: [] } }
  const wished = { solana: namespaces.solana, bip122: namespaces.bip122 }
  const { site, wallet, approval, proposal } = await propose({ namespaces: wished, required })
  expect(proposal.params).toMatchObject({
    requiredNamespaces: required,
    optionalNamespaces: wished,
  })
  await expect(
    wallet.approve({ id: proposal.id, namespaces: { solana: granted.solana } }),
  ).rejects.toThrow(/required/i)
  await (
    await wallet.approve({ id: proposal.id, namespaces: { eip155: granted.eip155 } })
  ).acknowledged()
  expect((await approval).namespaces).toEqual({ eip155: granted.eip155 })
  expect(site.sessions()).toHaveLength(1)
})

test.for<[string, object]>([
  ['no chain', { chains: [devnet, mainnet] }],
  ['no method', { methods: ['personal_sign', 'eth_sendTransaction'] }],
  ['no event', { events: ['message'] }],
])('a wallet that does not grant everything required (%s) is rejected', async ([, more]) => {
  const site = startSite(relayUrl)
  const required = { eip155: { ...evmOnly.eip155, ...more } }
  const { uri, approval } = await site.propose({ namespaces, required })
  const peer = await startPeer(relayUrl)
  const proposal = await peer.pair(uri)
  const ended = failureOf(approval)
  await accept(peer, proposal)
  await ask(peer, proposal.topic, 'wc_sessionSettle', settlementOf(proposal.publicKey))
  expect(await peer.next()).toMatchObject({ error: { code: 5104 } })
  expect(await ended).toMatchObject({ name: 'KitError', code: 'unauthorized' })
  expect(site.sessions()).toEqual([])
})

test.for<readonly string[]>([
  [solana],
  ['eip155:-5'],
  ['eip155:31337', 'eip155:'],
  ['eip155'],
  [''],
  ['not a chain'],
  ['eip155:0x1'],
  [`eip155:${'9'.repeat(40)}`],
])('a settlement or an update with the chains %j is rejected', async (chains) => {
  const site = startSite(relayUrl)
  const proposal = await proposeByHand(site, relayUrl)
  const { peer, approval, publicKey, topic } = proposal
  const invalid = { namespaces: { eip155: { ...granted.eip155, chains } } }
  const ended = failureOf(approval)
  await accept(peer, proposal)
  await ask(peer, topic, 'wc_sessionSettle', settlementOf(publicKey, invalid))
  expect(await peer.next()).toMatchObject({ topic, error: { code: 5100 } })
  expect(await ended).toMatchObject({ name: 'KitError', code: 'somethingWrong' })
  expect(site.sessions()).toEqual([])

  const good = await settle(site, relayUrl)
  await ask(good.peer, good.topic, 'wc_sessionUpdate', invalid)
  expect(await good.peer.next()).toMatchObject({ topic: good.topic, error: { code: 5100 } })
  expect(site.sessions()).toMatchObject([{ topic: good.topic, namespaces: evmOnly }])
})

test('a single-network namespace (CAIP-217) with another chain is rejected', async () => {
  const one = { accounts: [`${devnet}:${evmAddress}`], methods: ['personal_sign'], events: [] }
  const site = startSite(relayUrl)
  const { peer, topic } = await settle(site, relayUrl, {
    namespaces: { [devnet]: { ...one, chains: [devnet] } },
  })
  await ask(peer, topic, 'wc_sessionUpdate', {
    namespaces: { [devnet]: { ...one, chains: [mainnet] } },
  })
  expect(await peer.next()).toMatchObject({ error: { code: 5100 } })
  expect(site.sessions()).toMatchObject([{ namespaces: { [devnet]: { chains: [devnet] } } }])
})

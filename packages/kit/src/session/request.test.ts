import { linkOf } from './links.ts'
import { verifyMessage } from 'viem'
import { getBalance, waitForTransactionReceipt } from 'viem/actions'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { startTestPage } from '../chains/evm/startTestPage.ts'
import { startTestServer, sendJson } from '../core/testing/startTestServer.ts'
import { announceWallet } from '../testing/announceWallet.ts'
import { startTestChains } from '../testing/startTestChains.ts'
import { clientOf } from '../testing/walletChain.ts'
import { reasonOf, startTestKit, startTestWallet } from './startTestKit.ts'
import { contextOf } from '../core/kit/context.ts'

const connectorId = 'app.latchkey.development'
const first = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const stranger = '0x00000000000000000000000000000000000000bb'
let devnet: Awaited<ReturnType<typeof startTestChains>>

beforeAll(async () => {
  devnet = await startTestChains()
})
afterAll(() => devnet.close())
let page: EventTarget
beforeEach(() => {
  page = startTestPage()
})

/** Makes a kit that is connected to a development wallet over real chains. */
async function start() {
  const wallet = startTestWallet({ chains: devnet.chains })
  const started = startTestKit({ chains: devnet.chains })
  await started.kit.connect({ connectorId })
  return { ...started, wallet }
}

test('read requests use the node of the network, also without a wallet', async () => {
  const { kit } = startTestKit({ chains: devnet.chains })
  expect(await kit.request({ method: 'eth_chainId' })).toBe('0x7a69')
  await kit.switchNetwork({ networkId: 'eip155:31338' })
  expect(await kit.request({ method: 'eth_chainId' })).toBe('0x7a6a')
  expect(await kit.request({ method: 'eth_getBalance', params: [stranger, 'latest'] })).toBe('0x0')
})

test('read requests use the node of the wallet’s network instead of the wallet', async () => {
  const { kit, wallet, until } = await start()
  wallet.switchChain(31338)
  await until(({ sessions }) => JSON.stringify(sessions).includes('eip155:31338'))
  wallet.setBehaviour('hang')
  expect(await kit.request({ method: 'eth_chainId' })).toBe('0x7a6a')
})

test('sign requests are sent to the wallet', async () => {
  const { kit, wallet } = await start()
  wallet.setBehaviour('hang')
  const pendingRequest = kit.request({ method: 'personal_sign', params: ['0x466c6f7572', first] })
  const request = await wallet.waitForRequest()
  expect(request.consent).toMatchObject({ type: 'sign', text: 'Flour' })
  request.approve()
  expect(await pendingRequest).toMatch(/^0x[0-9a-f]{130}$/)
})

test('`wallet_` methods are sent to the wallet', async () => {
  const { kit } = await start()
  expect(await kit.request({ method: 'wallet_getCapabilities', params: [first] })).toEqual({
    '0x7a69': {},
    '0x7a6a': {},
  })
  expect(
    await reasonOf(kit.request({ method: 'wallet_grantPermissions', params: [] })),
  ).toMatchObject({ code: 'unsupportedMethod' })
})

test('without a wallet, signing and sending fail with `addressMissing`', async () => {
  const { kit } = startTestKit({ chains: devnet.chains })
  const requests = [
    kit.request({ method: 'personal_sign', params: ['0x', first] }),
    kit.signMessage({ message: 'a' }),
    kit.sendTransaction({ to: stranger }),
  ]
  for (const one of requests)
    expect(await reasonOf(one)).toMatchObject({
      code: 'addressMissing',
      message: 'No ActiveCaipAddress found',
    })
})

test('`signMessage` signs with the current account', async () => {
  const { kit } = await start()
  const message = 'Fresh bread at 7 — «ofenwarm» 🍞\n'
  const signature = (await kit.signMessage({ message })) as `0x${string}` // checked below
  expect(await verifyMessage({ address: first, message, signature })).toBe(true)
})

test('`sendTransaction` sends a transaction that the chain accepts', async () => {
  const { kit } = await start()
  const client = clientOf(devnet.chains[0])
  // the cast: the receipt below shows that this is a hash
  const hash = (await kit.sendTransaction({ to: stranger, value: 12n })) as `0x${string}`
  expect(await waitForTransactionReceipt(client, { hash })).toMatchObject({
    status: 'success',
    from: first.toLowerCase(),
    to: stranger,
  })
  expect(await getBalance(client, { address: stranger })).toBe(12n)
})

test('`sendTransaction` sends the data of a call', async () => {
  const { kit, wallet } = await start()
  wallet.setBehaviour('hang')
  const sending = kit.sendTransaction({ to: stranger, data: '0x1234' })
  const request = await wallet.waitForRequest()
  expect(request.consent).toMatchObject({
    type: 'send',
    from: expect.stringMatching(new RegExp(first, 'i')),
    to: stranger,
    value: 0n,
    data: '0x1234',
  })
  request.approve()
  expect(await sending).toMatch(/^0x[0-9a-f]{64}$/)
})

test('a transaction for another network than the wallet’s is rejected', async () => {
  const { kit } = await start()
  const [adapter] = contextOf(kit).adapters
  const { networkId } = contextOf(kit).networks[1] ?? {}
  const link = linkOf(kit, 'eip155', connectorId)
  if (!adapter || !networkId || !link)
    throw new Error('The kit has an adapter, two networks and a wallet')
  expect(
    await reasonOf(
      adapter.send({ link, address: first, networkId, transaction: { to: stranger } }),
    ),
  ).toMatchObject({ code: 'chainDisconnected' })
})

test('if the wallet refuses, signing and sending fail with `userRejected`', async () => {
  const { kit, wallet } = await start()
  wallet.setBehaviour('refuse')
  expect(await reasonOf(kit.signMessage({ message: 'a' }))).toMatchObject({ code: 'userRejected' })
  expect(await reasonOf(kit.sendTransaction({ to: stranger, value: 1n }))).toMatchObject({
    code: 'userRejected',
  })
  expect(
    await reasonOf(
      kit.request({
        method: 'eth_sendTransaction',
        params: [{ from: first, to: stranger, value: '0x1' }],
      }),
    ),
  ).toMatchObject({ code: 'userRejected' })
})

test('a signature for another account is rejected by the wallet', async () => {
  const { kit } = await start()
  expect(
    await reasonOf(kit.request({ method: 'personal_sign', params: ['0x466c6f7572', stranger] })),
  ).toMatchObject({ code: 'unauthorized' })
})

test('a request to the wallet times out after four minutes, and can be aborted', async () => {
  const { kit, wallet, clock } = await start()
  wallet.setBehaviour('hang')
  const late = reasonOf(kit.signMessage({ message: 'a' }))
  await wallet.waitForRequest()
  clock.advance(239_999)
  const controller = new AbortController()
  const aborted = reasonOf(kit.sendTransaction({ to: stranger, signal: controller.signal }))
  controller.abort()
  expect(await aborted).toMatchObject({ code: 'requestAborted' })
  clock.advance(1)
  expect(await late).toMatchObject({ code: 'walletTimeout' })
})

test.each(['walletTimeout', 'requestAborted'] as const)(
  'a transaction that the wallet approves after %s is followed',
  async (code) => {
    const { kit, wallet, clock, until } = await start()
    wallet.setBehaviour('hang')
    const controller = new AbortController()
    let answer: Promise<string> | undefined
    const sending = reasonOf(
      kit.sendTransaction({
        to: stranger,
        value: 7n,
        signal: controller.signal,
        onAsked: (promise) => (answer = promise),
      }),
    )
    const request = await wallet.waitForRequest()
    if (code === 'walletTimeout') clock.advance(240_000)
    else controller.abort()
    expect(await sending).toMatchObject({ code })
    expect(kit.getState().pending ?? []).toEqual([])
    request.approve()
    const { pending = [] } = await until((state) => state.pending?.length === 1)
    expect(pending).toMatchObject([
      {
        hash: await answer,
        networkId: 'eip155:31337',
        address: first,
        description: { operationType: 'send', sentTo: stranger },
      },
    ])
    expect(
      await waitForTransactionReceipt(clientOf(devnet.chains[0]), {
        hash: pending[0]?.hash as `0x${string}`,
      }),
    ).toMatchObject({ status: 'success' }) // the chain has the transaction
  },
)

test('an already aborted read request is not sent', async () => {
  const server = await startTestServer((response) =>
    sendJson(response, { jsonrpc: '2.0', id: 1, result: '0x1' }),
  )
  const { kit } = startTestKit({ chains: [{ id: 31337, name: 'First', rpcUrl: server.url }] })
  expect(
    await reasonOf(kit.request({ method: 'eth_blockNumber', signal: AbortSignal.abort() })),
  ).toMatchObject({ code: 'requestAborted' })
  expect(server.requests).toEqual([])
})

test('a read request ends on an abort, and times out', async () => {
  const server = await startTestServer(
    (response) => void response.writeHead(200, { 'content-type': 'application/json' }).write('{'),
  )
  const { kit, clock } = startTestKit({
    chains: [{ id: 31337, name: 'First', rpcUrl: server.url }],
  })
  const controller = new AbortController()
  const aborted = reasonOf(kit.request({ method: 'eth_blockNumber', signal: controller.signal }))
  await server.received(1)
  controller.abort()
  expect(await aborted).toMatchObject({ code: 'requestAborted' })
  const late = reasonOf(kit.request({ method: 'eth_blockNumber' }))
  await server.received(2)
  clock.advance(40_000)
  expect(await late).toMatchObject({ code: 'httpTimeout' })
})

test('an error of a node has the matching code', async () => {
  const { kit } = startTestKit({ chains: devnet.chains })
  expect(await reasonOf(kit.request({ method: 'eth_nothing' }))).toMatchObject({
    code: 'methodNotFound',
  })
  expect(await reasonOf(kit.request({ method: 'eth_getBalance', params: ['0xab'] }))).toMatchObject(
    { code: 'invalidParams' },
  )
})

test('on a network that the site does not have, a read rejects with `networkNotFound`', async () => {
  const wallet = startTestWallet({ chains: devnet.chains })
  const { kit, until } = startTestKit({ chains: [devnet.chains[0]] })
  await kit.connect({ connectorId })
  wallet.switchChain(31338)
  await until(({ sessions }) => JSON.stringify(sessions).includes('eip155:31338'))
  expect(await reasonOf(kit.request({ method: 'eth_blockNumber' }))).toMatchObject({
    code: 'networkNotFound',
  })
})

test('on an unsupported network nothing is sent, unless `allowUnsupportedChain` is set', async () => {
  const wallet = startTestWallet({ chains: devnet.chains })
  const { kit, until } = startTestKit({ chains: [devnet.chains[0]] })
  await kit.connect({ connectorId })
  wallet.switchChain(31338)
  await until(({ sessions }) => JSON.stringify(sessions).includes('eip155:31338'))
  wallet.setBehaviour('refuse')
  expect(await reasonOf(kit.sendTransaction({ to: stranger, value: 1n }))).toMatchObject({
    code: 'networkUnknown',
    message: 'Unknown Network',
  })
  const free = startTestKit({ chains: [devnet.chains[0]], allowUnsupportedChain: true })
  wallet.setBehaviour('approve')
  await free.kit.connect({ connectorId })
  wallet.setBehaviour('refuse')
  expect(await reasonOf(free.kit.sendTransaction({ to: stranger, value: 1n }))).toMatchObject({
    code: 'userRejected',
  })
})

test.each([undefined, null, '', 'signed', '0x', 7, {}])(
  'a wallet’s answer %j is rejected as a signature and as a transaction hash',
  async (answer) => {
    const answers: Record<string, unknown> = {
      wallet_requestPermissions: [],
      eth_requestAccounts: [first],
      eth_chainId: '0x7a69',
      personal_sign: answer,
      eth_sendTransaction: answer,
    }
    const provider = {
      on() {},
      removeListener() {},
      request: async ({ method }: { method: string }) => answers[method],
    }
    onTestFinished(
      announceWallet({ info: { name: 'Strange', rdns: 'org.example.strange' }, provider }, page),
    )
    const { kit } = startTestKit()
    await kit.connect({ connectorId: 'org.example.strange' })
    expect(await reasonOf(kit.signMessage({ message: 'a' }))).toMatchObject({
      code: 'answerInvalid',
    })
    expect(await reasonOf(kit.sendTransaction({ to: stranger }))).toMatchObject({
      code: 'answerInvalid',
    })
  },
)

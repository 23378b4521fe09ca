import { frameReadMethods } from '@latchkey/protocol/frame/nodeMethods'
import { expect, test } from 'vitest'
import type { OpenRequests } from '../bridge/servePort.ts'
import { ann, shop, startTestLogins } from '../testing/startTestLogins.ts'
import { rpcRequest } from './rpcRequest.ts'

/**
 * A call on a site on which Ann has logged in: its result, whether it waited for the visitor,
 * and the other requests that it aborted.
 */
async function start() {
  const { openFrame } = await startTestLogins()
  const { wallet, ask, logIn } = openFrame(shop)
  await logIn()
  await ask('GET_USER')
  const solana = {
    networkId: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
    name: 'Solana',
    currency: { symbol: 'SOL', decimals: 9 },
  }
  const served = {
    ...wallet,
    settings: { ...wallet.settings, networks: [...wallet.settings.networks, solana] },
  }
  async function call(
    method: string,
    { params, chainId }: { params?: unknown; chainId?: string } = {},
  ) {
    const seen = { isWaiting: false, ended: [] as unknown[] }
    const open: OpenRequests = {
      abort: (reason, id) => seen.ended.push({ reason: reason.message, id }),
    }
    const request = {
      id: '1',
      signal: new AbortController().signal,
      wait: () => void (seen.isWaiting = true),
    }
    const outcome = await rpcRequest
      .run(served, { method, params, chainId }, request, open)
      .catch((error: { code: unknown }) => error.code)
    return { outcome, ...seen }
  }
  return { call, solana }
}

test('a signature waits for the visitor, and a read does not', async () => {
  const { call } = await start()
  expect(await call('personal_sign', { params: ['0x31', ann.addresses?.eip155] })).toMatchObject({
    outcome: 4001,
    isWaiting: true,
    ended: [],
  })
  expect(await call('eth_accounts')).toEqual({
    outcome: [ann.addresses?.eip155],
    isWaiting: false,
    ended: [],
  })
})

test.each([
  'wallet_watchAsset',
  'wallet_getAssets',
  'wallet_showCallsStatus',
  'wallet_signAuthorization',
])('the method %s is unsupported (4200) and aborts no other request', async (method) => {
  const { call } = await start()
  expect(await call(method)).toMatchObject({ outcome: 4200, ended: [] })
})

test('without a bundler there are no operations, and no method about them is unsupported', async () => {
  const { call } = await start()
  const hash = `0x${'1'.repeat(64)}`
  expect(await call('eth_supportedEntryPoints')).toMatchObject({ outcome: [], ended: [] })
  for (const method of ['eth_getUserOperationReceipt', 'eth_getUserOperationByHash'])
    expect(await call(method, { params: [hash] })).toMatchObject({ outcome: null, ended: [] })
  expect(await call('eth_estimateUserOperationGas', { params: [{}, hash] })).toMatchObject({
    outcome: 5710,
    ended: [],
  })
  expect(await call('eth_sendUserOperation', { params: [{}, hash] })).toMatchObject({
    outcome: -32602,
    ended: [],
  })
})

test.each(['eth_sign', 'eth_signAuthorization', 'eth_coinbase', '__proto__'])(
  'the method %s is rejected with `rpcNotAllowed` and aborts the requests that wait for the visitor',
  async (method) => {
    const { call } = await start()
    expect(await call(method)).toMatchObject({
      outcome: 'rpcNotAllowed',
      ended: [{ reason: 'Action not allowed' }],
    })
  },
)

test('a read on a network of another kind is unsupported (4200) and aborts no other request', async () => {
  const { call, solana } = await start()
  for (const method of frameReadMethods.filter((name) => name !== 'eth_accounts'))
    expect(await call(method, { chainId: solana.networkId })).toEqual({
      outcome: 4200,
      isWaiting: false,
      ended: [],
    })
})

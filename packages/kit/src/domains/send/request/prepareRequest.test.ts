import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestPage } from '../../../chains/evm/startTestPage.ts'
import { reasonOf, startTestKit } from '../../../session/startTestKit.ts'
import { sendJson, startTestServer } from '../../../core/testing/startTestServer.ts'
import { startTestChains } from '../../../testing/startTestChains.ts'
import { prepareRequest } from './prepareRequest.lazy.ts'
import { sendPrepared } from '../progress/sendPrepared.lazy.ts'
import { friend, startTestSend } from '../startTestSend.ts'

let devnet: Awaited<ReturnType<typeof startTestChains>>
beforeAll(async () => void (devnet = await startTestChains()))
afterAll(() => devnet.close())
beforeEach(() => void startTestPage())

test('a token is sent by its address and a decimal amount', async () => {
  const { kit, deployToken } = await startTestSend(devnet.chains)
  const { address } = await deployToken('plain')
  const prepared = await prepareRequest(kit, {
    to: friend.toLowerCase(),
    amount: '1.25',
    token: address,
  })
  expect(prepared).toMatchObject({
    amount: 125n,
    token: { symbol: 'ODD', decimals: 2, address },
    problems: [],
  })
  const hash = await sendPrepared(kit, prepared)
  expect(hash).toMatch(/^0x[0-9a-f]{64}$/)
})

test('a sent transaction is pending, with its description', async () => {
  const { kit, until } = await startTestSend(devnet.chains)
  const hash = await sendPrepared(kit, await prepareRequest(kit, { to: friend, amount: '0.5' }))
  const { pending } = await until(
    (state) => state.pending !== undefined && state.pending.length > 0,
  )
  expect(pending?.[0]).toMatchObject({
    hash,
    description: {
      operationType: 'send',
      sentTo: friend,
      transfers: [{ direction: 'out', symbol: 'ETH', quantity: '0.5' }],
    },
  })
})

test('a recipient in `known` causes no warning', async () => {
  const { kit } = await startTestSend(devnet.chains)
  const to = `0x${'cd'.repeat(20)}`
  expect((await prepareRequest(kit, { to, amount: 1n })).warnings).toEqual([{ kind: 'firstTime' }])
  expect((await prepareRequest(kit, { to, amount: 1n, known: [to] })).warnings).toEqual([])
})

test.each([
  ['notAnAddress', { to: '0x12', amount: 1n }],
  ['wrongChecksum', { to: friend.replace('C7', 'c7'), amount: 1n }],
  ['noRecipient', { to: '', amount: 1n }],
  ['notANumber', { to: friend, amount: '1,5' }],
  ['notANumber', { to: friend, amount: '' }],
  ['notANumber', { to: friend, amount: 0n }],
  ['notANumber', { to: friend, amount: -1n }],
  ['tooManyDecimals', { to: friend, amount: '0.0000000000000000001' }],
  ['The token is not an address.', { to: friend, amount: 1n, token: 'USDC' }],
  ['There is no token at this address.', { to: friend, amount: 1n, token: friend }],
])('an invalid request is rejected with the reason %s', async (details, request) => {
  const { kit } = await startTestSend(devnet.chains)
  expect(await reasonOf(prepareRequest(kit, request))).toMatchObject({
    code: 'actionNotAllowed',
    details,
  })
})

test('without a connection, prepareRequest fails with `addressMissing`', async () => {
  expect(
    await reasonOf(prepareRequest(startTestKit().kit, { to: friend, amount: 1n })),
  ).toMatchObject({ code: 'addressMissing' })
})

test('a name is resolved by the API; an unknown name, an outage and a missing API have different details', async () => {
  const record = {
    name: 'lena.eth',
    registered_at: null,
    updated_at: null,
    attributes: null,
    addresses: { 60: { address: friend, created_at: null } },
  }
  const layered = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
  const api = await startTestServer((response, { url }) => {
    if (url.pathname.endsWith('/lena.eth')) return sendJson(response, record)
    if (url.pathname.endsWith('/layered.eth'))
      return sendJson(response, {
        ...record,
        name: 'layered.eth',
        addresses: {
          ...record.addresses,
          [2 ** 31 + 31_337]: { address: layered, created_at: null },
        },
      })
    if (url.pathname.endsWith('/elsewhere.eth'))
      return sendJson(response, {
        ...record,
        addresses: { ...record.addresses, [2 ** 31 + 10]: { address: layered, created_at: null } },
      })
    if (url.pathname.endsWith('/nobody.eth')) return sendJson(response, [])
    if (url.pathname.endsWith('/strange.eth'))
      return sendJson(response, {
        ...record,
        addresses: { 60: { address: 'javascript:', created_at: null } },
      })
    sendJson(response, { status: 'FAILED', reasons: [{ description: 'Invalid name' }] }, 400)
  })
  const services = { api: api.url }
  const customRpcUrls = { 'eip155:31337': [devnet.chains[0].rpcUrl] }
  const { kit } = await startTestSend(devnet.chains, { services, customRpcUrls })
  expect(await prepareRequest(kit, { to: 'lena.eth', amount: 1n })).toMatchObject({
    to: { address: friend, name: 'lena.eth' },
  })
  expect(await prepareRequest(kit, { to: 'layered.eth', amount: 1n })).toMatchObject({
    to: { address: layered, name: 'layered.eth' },
  }) // not the name's address on Ethereum: the one for this network takes precedence
  expect(await prepareRequest(kit, { to: 'elsewhere.eth', amount: 1n })).toMatchObject({
    to: { address: friend },
  })
  expect(await reasonOf(prepareRequest(kit, { to: 'nobody.eth', amount: 1n }))).toMatchObject({
    code: 'nameUnresolved',
    details: 'nobody',
  })
  expect(await reasonOf(prepareRequest(kit, { to: 'strange.eth', amount: 1n }))).toMatchObject({
    code: 'nameUnresolved',
    details: 'nobody',
  })
  expect(await reasonOf(prepareRequest(kit, { to: 'bad.eth', amount: 1n }))).toMatchObject({
    code: 'nameUnresolved',
    details: 'Invalid name',
    status: 400,
  })
  const alone = await startTestSend(devnet.chains)
  expect(await reasonOf(prepareRequest(alone.kit, { to: 'lena.eth', amount: 1n }))).toMatchObject({
    code: 'nameUnresolved',
    details: 'unavailable',
  })
})

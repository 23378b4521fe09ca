import { beforeEach, expect, onTestFinished, test } from 'vitest'
import type { SourceHost } from '../../../core/contracts/connectorSource.ts'
import { memoryStorage } from '../../../core/storage/storage.ts'
import { startTestKit } from '../../../session/startTestKit.ts'
import { createEmbedded } from '../../../sources/embedded/createEmbedded.lazy.ts'
import { authId } from '../../../sources/embedded/names.ts'
import { startTestFrame } from '../../../sources/embedded/startTestFrame.ts'
import { startTestPage } from '../startTestPage.ts'
import { recordOwnBatch } from './ownBatches.ts'

beforeEach(() => void startTestPage())

const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const friend = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const token = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const login = { email: 'ann@example.org' }
const hashes = ['1', '2'].map((digit) => `0x${digit.repeat(64)}`)
const approve = { to: token, data: `0x095ea7b3${'0'.repeat(128)}` }
const tip = { to: friend, value: '0xde0b6b3a7640000' }
const receipt = (hash: string | undefined) => ({ transactionHash: hash, status: '0x1' })

type Answers = { [method: string]: unknown }

/** Starts a kit with a connected e-mail wallet. `calls`: the RPC methods that the wallet got. */
async function start(answers: Answers, storage = memoryStorage()) {
  const calls: string[] = []
  const testFrame = startTestFrame(
    {
      CONNECT_WINDOW: { payload: { action: 'CONNECT' } },
      IS_CONNECTED: { payload: { isConnected: true } },
      GET_USER: { payload: { address, chainId: 31337, email: login.email } },
      RPC_REQUEST: (payload) => {
        const { method } = payload as { method: string }
        calls.push(method)
        return { payload: answers[method] }
      },
    },
    { approvals: 'window' },
  )
  onTestFinished(testFrame.close)
  const create = ({ kit, setConnectors }: SourceHost) => ({
    ...createEmbedded(kit, testFrame.view),
    namespaces: ['eip155'] as const,
    prepare() {},
    watch() {
      const logins = { email: true, socials: [] }
      setConnectors([
        { id: authId, name: 'E-mail wallet', namespace: 'eip155', type: 'auth', logins },
      ])
      return () => {}
    },
  })
  const started = startTestKit({ sources: [{ create }], storage })
  const pending = () => started.kit.getState().pending
  const send = (list: readonly object[], more = {}) =>
    started.kit.request({
      method: 'wallet_sendCalls',
      params: [
        {
          version: '2.0.0',
          from: address,
          chainId: '0x7a69',
          atomicRequired: true,
          calls: list,
          ...more,
        },
      ],
    })
  /** Lets the kit request the status again. */
  const pass = async () => {
    const count = calls.length
    await expect
      .poll(() => {
        started.clock.advance(15_000)
        return calls.length
      })
      .toBeGreaterThan(count)
  }
  return { ...started, storage, calls, answers, pending, send, pass }
}

test('a batch is followed to its end, and is in the activity as what it did', async () => {
  const { kit, answers, pending, send, pass, storage } = await start({
    wallet_sendCalls: { id: '0xb1' },
    wallet_getCallsStatus: { status: 100, atomic: true },
  })
  await kit.connect({ login })
  await send([approve, tip])
  await pass()
  expect(pending()).toBeUndefined()
  answers['wallet_getCallsStatus'] = { status: 200, atomic: true, receipts: [receipt(hashes[0])] }
  await pass()
  await expect.poll(pending).toMatchObject([
    {
      hash: hashes[0],
      networkId: 'eip155:31337',
      address,
      description: {
        operationType: 'send',
        sentTo: friend,
        transfers: [{ direction: 'out', symbol: 'ETH', quantity: '1' }],
      },
    },
  ])
  expect(storage.getItem('@latchkey/call-batches')).toBeNull()
})

test('calls that the wallet sent one after the other are an entry each', async () => {
  const { kit, pending, send } = await start({
    wallet_sendCalls: '0xb2',
    wallet_getCallsStatus: { status: 200, atomic: false, receipts: hashes.map(receipt) },
  })
  await kit.connect({ login })
  await send([approve, tip])
  await expect
    .poll(() => pending()?.map(({ hash, description }) => [hash, description?.operationType]))
    .toEqual([
      [hashes[1], 'send'],
      [hashes[0], 'approve'],
    ])
})

test('a batch is followed after a reload', async () => {
  const storage = memoryStorage()
  const first = await start(
    { wallet_sendCalls: { id: '0xb3' }, wallet_getCallsStatus: { status: 100 } },
    storage,
  )
  await first.kit.connect({ login })
  await first.send([tip])
  await expect.poll(() => storage.getItem('@latchkey/call-batches')).toContain('0xb3')
  first.stop()
  const next = await start(
    { wallet_getCallsStatus: { status: 200, atomic: true, receipts: [receipt(hashes[0])] } },
    storage,
  )
  await expect
    .poll(() => {
      next.clock.advance(5_000)
      return next.pending()?.[0]?.hash
    })
    .toBe(hashes[0])
})

test.each([
  ['nothing was sent', { status: 400 }],
  ['no receipts', { status: 200, receipts: [{ transactionHash: '0x1' }] }],
])('%s: the batch is forgotten, and no entry appears', async (_, answer) => {
  const { kit, pending, send, storage, calls } = await start({
    wallet_sendCalls: { id: '0xb4' },
    wallet_getCallsStatus: answer,
  })
  await kit.connect({ login })
  await send([tip])
  await expect.poll(() => calls).toContain('wallet_getCallsStatus')
  await expect.poll(() => storage.getItem('@latchkey/call-batches')).toBeNull()
  expect(pending()).toBeUndefined()
})

test.each([undefined, null, 7, { id: 7 }, '', { id: 'x'.repeat(9_000) }])(
  'an answer without a valid id is not followed: %j',
  async (answer) => {
    const { kit, send, storage, calls } = await start({ wallet_sendCalls: answer })
    await kit.connect({ login })
    await send([tip]).catch(() => {})
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(storage.getItem('@latchkey/call-batches')).toBeNull()
    expect(calls).not.toContain('wallet_getCallsStatus')
  },
)

test('a batch that the kit itself follows is not followed twice', async () => {
  const { kit, storage, calls } = await start({ wallet_sendCalls: { id: '0xb5' } })
  await kit.connect({ login })
  const parameters = { version: '2.0.0', from: address, chainId: '0x7a69', calls: [tip] }
  recordOwnBatch(kit, parameters)
  await kit.request({ method: 'wallet_sendCalls', params: [parameters] })
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(storage.getItem('@latchkey/call-batches')).toBeNull()
  expect(calls).toEqual(['wallet_sendCalls'])
})

test('after a disconnect the stored batches are removed', async () => {
  const { kit, send, storage } = await start({
    wallet_sendCalls: { id: '0xb6' },
    wallet_getCallsStatus: { status: 100 },
  })
  await kit.connect({ login })
  await send([tip])
  await expect.poll(() => storage.getItem('@latchkey/call-batches')).not.toBeNull()
  await kit.disconnect()
  expect(storage.getItem('@latchkey/call-batches')).toBeNull()
})

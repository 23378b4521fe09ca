import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { formatNetworkId } from '@latchkey/protocol/caip'
import { kitError } from '../../../core/errors/errors.ts'
import type { ErrorCode } from '../../../core/errors/errors.ts'
import { isUnsent } from '../../../core/errors/isUnsent.ts'
import { KitError } from '../../../core/errors/KitError.ts'
import { startTestKit } from '../../../session/startTestKit.ts'
import { startTestPage } from '../startTestPage.ts'
import { toWalletError } from '../../../core/requests/walletError.lazy.ts'
import { announceWallet } from '../../../testing/announceWallet.ts'
import { batchingOf, sendCalls } from './batch.ts'

const self = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const hash = (digit: string) => `0x${digit.repeat(64)}`
const receipts = (...digits: readonly string[]) =>
  digits.map((digit) => ({ transactionHash: hash(digit) }))

beforeEach(() => void startTestPage())

/**
 * Sends a batch of two calls to a wallet that accepts it. To each request for the status of the
 * batch, the wallet gives the next of these answers; it repeats the last.
 */
const send = (...answers: readonly unknown[]) => sendTo(undefined, answers)

/** Like `send`. With `refusal`, the wallet refuses the batch with this error. */
async function sendTo(refusal: Error | undefined, answers: readonly unknown[]) {
  const { kit, clock } = startTestKit()
  const left = [...answers]
  let statusRequests = 0
  Object.assign(kit, {
    request({ method }: { method: string }) {
      if (method === 'wallet_sendCalls')
        return refusal ? Promise.reject(refusal) : Promise.resolve({ id: 'batch' })
      statusRequests++
      const answer = left.length > 1 ? left.shift() : left[0]
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer)
    },
  })
  const call = { to: self, value: 0n, data: '0x' } as const
  const state = { isOver: false }
  const sending = sendCalls(kit, {
    networkId: formatNetworkId('eip155', 31_337),
    account: self,
    calls: [call, call],
    isAtomic: false,
    signal: undefined,
  })
    .then(
      (sent) => sent,
      (error: unknown) => (KitError.is(error) ? error : Promise.reject(error as Error)),
    )
    .finally(() => (state.isOver = true))
  for (let seconds = 0; seconds < 2_000 && !state.isOver; seconds++) {
    await new Promise((resolve) => setImmediate(resolve))
    clock.advance(1_000)
  }
  return { outcome: await sending, statusRequests: () => statusRequests }
}

/** A wallet's error that contains other errors, with these codes from the outside to the inside. */
const refusedBy = (...codes: readonly number[]) =>
  toWalletError(
    codes.reduceRight<unknown>(
      (cause, code) => Object.assign(new Error('No'), { code, cause }),
      undefined,
    ),
  )

test('if the wallet cannot handle a batch, sending it returns nothing, so that the calls can be sent one by one', async () => {
  for (const code of [5700, 5710, 5720, 5740, 5750, 5760, 4200, -32601, -32602, -32004]) {
    expect((await sendTo(refusedBy(code), [])).outcome).toBeUndefined()
    expect((await sendTo(refusedBy(-32603, code), [])).outcome).toBeUndefined()
  }
  // some wallets put the actual error into `data`
  expect(
    (
      await sendTo(
        toWalletError({ code: -32603, message: 'No', data: { originalError: { code: 5760 } } }),
        [],
      )
    ).outcome,
  ).toBeUndefined()
})

test('if the visitor declines a batch, or the wallet fails with -32603, sending ends with that error', async () => {
  for (const refusal of [refusedBy(4001), refusedBy(5750, 4001), refusedBy(4001, 5750)])
    expect((await sendTo(refusal, [])).outcome).toMatchObject({ code: 'userRejected' })
  expect((await sendTo(refusedBy(-32603), [])).outcome).toMatchObject({ code: 'internal' })
})

test('a batch ends with the hash of its last call', async () => {
  expect((await send({ status: 100 }, { status: 200, receipts: receipts('a', 'b') })).outcome).toBe(
    hash('b'),
  )
  expect(
    (await send({ status: 'PENDING' }, { status: 'CONFIRMED', receipts: receipts('a', 'b') }))
      .outcome,
  ).toBe(hash('b'))
  expect((await send({ status: 200, atomic: true, receipts: receipts('c') })).outcome).toBe(
    hash('c'),
  )
})

test.each([
  ['pending', 'confirmed'],
  ['Pending', 'Confirmed'],
  ['100', '200'],
  ['0x64', '0xc8'],
  ['0x64', '0xC8'],
])('the batch statuses %j and %j are read like their numbers', async (waiting, done) => {
  expect(
    (await send({ status: waiting }, { status: done, receipts: receipts('a', 'b') })).outcome,
  ).toBe(hash('b'))
})

test('if the wallet does not answer for a while, the status is requested again', async () => {
  expect(
    (
      await send(kitError('internal'), kitError('userRejected'), null, {
        status: 200,
        receipts: receipts('a', 'b'),
      })
    ).outcome,
  ).toBe(hash('b'))
})

test('a batch with the status 400 or 500 fails with `transactionRejected`', async () => {
  for (const status of [400, 500])
    expect((await send({ status })).outcome).toMatchObject({ code: 'transactionRejected' })
})

test.for([
  ['the wallet knows no such method', kitError('methodNotFound')],
  ['it refuses the request for the status', kitError('userRejected')],
  ['it is on another network', kitError('chainDisconnected')],
  ['it answers an unknown status', { status: 'maybe' }],
  ['it answers an empty text', { status: '' }],
  ['it stays pending', { status: 100 }],
  ['it is done, with no receipt', { status: 200 }],
  ['it is done, with too few receipts', { status: 200, receipts: receipts('a') }],
  ['a part of it is done', { status: 600, receipts: receipts('a') }],
  ['its receipts are invalid', { status: 200, receipts: [{ transactionHash: '0x1' }, 7] }],
] as const)(
  'after the wallet has accepted a batch, it never counts as unsent: %s',
  async ([, answer]) => {
    const { outcome } = await send(answer)
    expect(outcome).toBeInstanceOf(KitError)
    expect(isUnsent(outcome as { code: ErrorCode })).toBe(false)
  },
)

test.each([
  [{ '0x7a69': { atomic: { status: 'supported' } } }, 'atomic'],
  [{ '0x0': { atomic: { status: 'ready' } } }, 'atomic'],
  [{ '0x07A69': { atomic: { status: 'supported' } } }, 'atomic'],
  [{ '0X7A69': { atomic: { status: 'supported' } } }, 'atomic'],
  [{ '0x7a69': { atomicBatch: { supported: true } } }, 'atomic'],
  [{ '0x0': { atomicBatch: { supported: false } } }, 'inOrder'],
  [{ '0x1': { atomic: { status: 'supported' } } }, 'none'],
])('a wallet with the capabilities %j has the batching %s', async (answer, meaning) => {
  const answers: Record<string, unknown> = {
    wallet_requestPermissions: [],
    eth_requestAccounts: [self],
    eth_accounts: [self],
    eth_chainId: '0x7a69',
    wallet_getCapabilities: answer,
  }
  const request = async ({ method }: { method: string }) => answers[method]
  onTestFinished(
    announceWallet({
      info: { uuid: 'one', name: 'One', icon: '', rdns: 'one' },
      provider: { on() {}, removeListener() {}, request },
    }),
  )
  const { kit } = startTestKit()
  await kit.connect({ connectorId: 'one' })
  expect(
    await batchingOf(kit, { networkId: formatNetworkId('eip155', 31_337), address: self }),
  ).toBe(meaning)
})

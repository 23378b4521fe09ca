/**
 * Wallets send another transaction than the requested one. The kit must describe the transaction
 * that is on the chain.
 */
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startSolanaChain } from '../../../../../../devnet/src/solana/startSolanaChain.ts'
import type { SolanaChain } from '../../../../../../devnet/src/solana/startSolanaChain.ts'
import { memoryStorage } from '../../../core/storage/storage.ts'
import { prepareRequest } from '../../../domains/send/request/prepareRequest.lazy.ts'
import { sendPrepared } from '../../../domains/send/progress/sendPrepared.lazy.ts'
import type { SolanaWalletOptions } from '../../../testing/solana/solanaWallet.ts'
import { createAnswers } from '../kitWallet/createAnswers.lazy.ts'
import { buildTransaction } from '../send/buildTransaction.ts'
import { budget, transferLamports } from '../send/instructions.ts'
import { startOnChain } from '../startTestChain.ts'
import type { Funds } from '../startTestChain.ts'
import { solanaNetwork, startTestPage, startTestSolana } from '../startTestSolana.ts'
import { toBase64 } from '@latchkey/protocol/base64'
import { pace } from '../../../session/transactions/pace.ts'

let chain: SolanaChain
beforeAll(async () => void (chain = await startSolanaChain({ isHeld: true })))
afterAll(() => chain.close())
beforeEach(() => void startTestPage())

type Started = Awaited<ReturnType<typeof start>>

/** Starts a kit whose wallet sends transactions itself, after `replace` has changed them. */
async function start(more: Partial<Funds> = {}) {
  let replace: SolanaWalletOptions['replace']
  const request = async (method: string, ...params: readonly unknown[]) => {
    const response = await fetch(chain.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
    return ((await response.json()) as { result: unknown }).result
  }
  const started = await startOnChain(chain, {
    ...more,
    wallet: {
      without: ['solana:signTransaction'],
      replace: (transaction) => replace?.(transaction) ?? transaction,
      send: async (bytes) =>
        void (await request('sendTransaction', toBase64(bytes), {
          encoding: 'base64',
          skipPreflight: true,
        })),
    },
  })
  const blockhash = async () =>
    ((await request('getLatestBlockhash')) as { value: { blockhash: string } }).value.blockhash
  return {
    ...started,
    blockhash,
    replaceBy: (next: NonNullable<SolanaWalletOptions['replace']>) => void (replace = next),
  }
}

const pay = async ({ kit, friend }: Pick<Started, 'kit' | 'friend'>) =>
  sendPrepared(kit, await prepareRequest(kit, { to: friend, amount: 5_000_000n }))

/** Waits until the newest transaction has ended. */
async function ended({ kit, clock }: Pick<Started, 'kit' | 'clock'>) {
  await vi.waitFor(
    () => {
      chain.advance(2)
      clock.advance(4_000)
      if ((kit.getState().pending?.[0]?.status ?? 'pending') === 'pending')
        throw new Error('It still waits')
    },
    { timeout: 20_000, interval: 10 },
  )
  return kit.getState().pending?.[0]
}

const description = (quantity: string, sentTo?: string) => ({
  operationType: 'send',
  ...(sentTo !== undefined && { sentTo }),
  transfers: [{ direction: 'out', symbol: 'SOL', quantity, token: 'native' }],
})

test('a transaction sent as requested is mined with its description', async () => {
  const started = await start()
  await pay(started)
  expect(await ended(started)).toMatchObject({
    status: 'mined',
    description: description('0.005', started.friend),
  })
})

test('a newer blockhash and another compute price do not count as a change', async () => {
  const started = await start()
  const { replaceBy, blockhash, me, friend } = started
  replaceBy(async () => {
    chain.advance(3)
    return buildTransaction(me, await blockhash(), [
      ...budget(90_000, 9_999n),
      transferLamports(me, friend, 5_000_000n),
    ])
  })
  await pay(started)
  expect(await ended(started)).toMatchObject({ status: 'mined' })
})

test.each<[string, (started: Started) => Promise<Uint8Array>, (started: Started) => object]>([
  [
    'to another account',
    async ({ me, stranger, blockhash }) =>
      buildTransaction(me, await blockhash(), [transferLamports(me, stranger, 900_000_000n)]),
    ({ stranger }) => description('0.9', stranger),
  ],
  [
    'of a larger amount',
    async ({ me, friend, blockhash }) =>
      buildTransaction(me, await blockhash(), [transferLamports(me, friend, 5_000_001n)]),
    ({ friend }) => description('0.005000001', friend),
  ],
  [
    'with a second payment',
    async ({ me, friend, stranger, blockhash }) =>
      buildTransaction(me, await blockhash(), [
        transferLamports(me, friend, 5_000_000n),
        transferLamports(me, stranger, 900_000_000n),
      ]),
    ({ friend }) => description('0.905', friend),
  ],
])(
  'a changed payment (%s) gets the status `changed` and its real description',
  async (_, other, described) => {
    const started = await start()
    started.replaceBy(() => other(started))
    const hash = await pay(started)
    const last = await ended(started)
    expect(last).toMatchObject({ hash, status: 'changed' })
    expect(last?.description).toEqual(described(started))
  },
)

test('a change is found after a reload, also for a library’s request', async () => {
  const storage = memoryStorage()
  const started = await start({ options: { storage } })
  const { kit, me, friend, stranger, blockhash, replaceBy, stop } = started
  replaceBy(async () =>
    buildTransaction(me, await blockhash(), [transferLamports(me, stranger, 900_000_000n)]),
  )
  await createAnswers(kit).signAndSendTransaction({
    account: { address: me },
    transaction: buildTransaction(me, await blockhash(), [transferLamports(me, friend, 7n)]),
  })
  await vi.waitFor(() => expect(kit.getState().pending?.[0]?.asked).toBeDefined())
  stop()
  const next = startTestSolana({
    storage,
    networks: [solanaNetwork(chain.networkId.slice('solana:'.length), 'Devnet', chain.url)],
  })
  next.clock.advance(1_000)
  await next.until(({ pending }) => pending !== undefined)
  expect(await ended(next)).toMatchObject({
    status: 'changed',
    description: description('0.9', stranger),
  })
})

test('a transaction sent by `solana_signAndSendTransaction` is followed', async () => {
  const started = await start()
  const { kit, me, friend, stranger, blockhash, replaceBy } = started
  replaceBy(async () =>
    buildTransaction(me, await blockhash(), [transferLamports(me, stranger, 900_000_000n)]),
  )
  await kit.request({
    method: 'solana_signAndSendTransaction',
    params: {
      transaction: toBase64(
        buildTransaction(me, await blockhash(), [transferLamports(me, friend, 7n)]),
      ),
    },
  })
  await started.until(({ pending }) => pending?.[0]?.asked !== undefined)
  expect(await ended(started)).toMatchObject({ status: 'changed' })
})

test('if the node does not return the transaction, the kit waits and then reports the transaction as mined', async () => {
  const started = await start()
  const { kit, clock } = started
  const fetchAll = globalThis.fetch
  globalThis.fetch = async (url, init) =>
    String(init?.body).includes('"getTransaction"')
      ? new Response(
          JSON.stringify({
            jsonrpc: '2.0',
            id: (JSON.parse(String(init?.body)) as { id: number }).id,
            result: null,
          }),
          { headers: { 'content-type': 'application/json' } },
        )
      : fetchAll(url, init)
  try {
    await pay(started)
    const sentAt = clock.now()
    const last = await ended(started)
    expect(last?.status).toBe('mined')
    expect((last?.endedAt ?? 0) - sentAt).toBeGreaterThanOrEqual(pace.unread)
    expect(kit.getState().pending).toHaveLength(1)
  } finally {
    globalThis.fetch = fetchAll
  }
})

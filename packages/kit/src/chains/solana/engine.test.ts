import { fromBase58, toBase58 } from '@latchkey/protocol/base58'
import {
  AccountRole,
  address,
  appendTransactionMessageInstructions,
  blockhash,
  compileTransaction,
  createTransactionMessage,
  getTransactionEncoder,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit'
import { ed25519 } from '@noble/curves/ed25519.js'
import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { reasonOf } from '../../session/startTestKit.ts'
import { isUnsent } from '../../core/errors/isUnsent.ts'
import { KitError } from '../../core/errors/KitError.ts'
import { sendJson, startTestServer } from '../../core/testing/startTestServer.ts'
import { solanaKeys } from '../../testing/solana/solanaKeys.ts'
import type { SolanaWalletOptions } from '../../testing/solana/solanaWallet.ts'
import {
  solanaNetwork,
  startTestPage,
  startTestSolana,
  startTestSolanaWallet,
} from './startTestSolana.ts'
import { readBase64, toBase64 } from '@latchkey/protocol/base64'
import { maxTransactionBytes, readWire, withSignature } from './wire/transaction.ts'

beforeEach(() => void startTestPage())
const [me = '', other = ''] = solanaKeys(2).map((key) => key.address)
const id = 'solana.solana-test-wallet'

/** The bytes of a transaction that contains only a memo. */
function memo(text: string, version: 0 | 'legacy' = 0): Uint8Array {
  const message = pipe(
    createTransactionMessage({ version }),
    (made) => setTransactionMessageFeePayer(address(me), made),
    (made) =>
      setTransactionMessageLifetimeUsingBlockhash(
        {
          blockhash: blockhash('GHtXQBsoZHVnNFa9YevAzFr17DJjgHXk3ycTKD5xD3Zi'),
          lastValidBlockHeight: 1n,
        },
        made,
      ),
    (made) =>
      appendTransactionMessageInstructions(
        [
          {
            programAddress: address('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'),
            accounts: [{ address: address(me), role: AccountRole.READONLY_SIGNER }],
            data: new TextEncoder().encode(text),
          },
        ],
        made,
      ),
  )
  return Uint8Array.from(getTransactionEncoder().encode(compileTransaction(message)))
}

type Answer =
  | { result: unknown }
  | { error: { code: number; message: string; data?: unknown } }
  | 'break'

/** A kit that is connected to a wallet. Its node gives these answers, by method. */
async function start(
  answers: { readonly [method: string]: Answer },
  options?: SolanaWalletOptions,
) {
  const requests: { method: string; params: readonly unknown[] }[] = []
  const node = await startTestServer((response, { body }) => {
    const {
      id: number,
      method,
      params,
      // the cast: the kit sends the request
    } = JSON.parse(body) as { id: number; method: string; params: readonly unknown[] }
    requests.push({ method, params })
    const answer = answers[method] ?? { error: { code: -32601, message: 'Method not found' } }
    if (answer === 'break') return void response.destroy()
    sendJson(response, { jsonrpc: '2.0', id: number, ...answer })
  })
  const wallet = startTestSolanaWallet(options)
  const started = startTestSolana({
    networks: [solanaNetwork('LatchkeyTestNetwork1111111111111', 'Local', node.url)],
  })
  await started.kit.connect({ connectorId: id })
  return {
    ...started,
    wallet,
    requests,
    sent: () => requests.filter(({ method }) => method === 'sendTransaction'),
  }
}

test.each([0, 'legacy'] as const)(
  'if a wallet can only sign, the kit sends the signed transaction (version %s)',
  async (version) => {
    const { kit, sent } = await start({ sendTransaction: { result: 'ignored' } })
    const hash = await kit.sendTransaction({ serialized: memo('hello', version) })
    const [encoded] = sent()[0]?.params ?? []
    const {
      signatures: [signature],
      message,
    } = readWire(readBase64(encoded, maxTransactionBytes) ?? new Uint8Array())
    expect(hash).toBe(toBase58(signature ?? new Uint8Array()))
    expect(ed25519.verify(signature ?? new Uint8Array(), message, fromBase58(me))).toBe(true)
  },
)

test('on a public network the wallet sends the transaction; on a local network the kit sends it to its node', async () => {
  const taken: string[] = []
  const { kit, wallet, sent } = await start(
    { sendTransaction: { result: '' } },
    { send: async (_, chain) => void taken.push(chain) },
  )
  await kit.sendTransaction({ serialized: memo('here') })
  expect([wallet.requests.at(-1), taken, sent().length]).toEqual(['solana:signTransaction', [], 1])
  const far = startTestSolana()
  await far.kit.connect({ connectorId: id })
  expect(await far.kit.sendTransaction({ serialized: memo('there') })).toMatch(/^\w{64,88}$/)
  expect([wallet.requests.at(-1), taken]).toEqual([
    'solana:signAndSendTransaction',
    ['solana:mainnet'],
  ])
})

test('if the wallet signs after the blockhash has expired, sending fails with `transactionExpired`', async () => {
  const { kit } = await start({
    sendTransaction: {
      error: {
        code: -32002,
        message: 'Transaction simulation failed: Blockhash not found',
        data: { err: 'BlockhashNotFound', logs: [] },
      },
    },
    getSignatureStatuses: { result: { context: { slot: 1 }, value: [null] } },
  })
  expect(await reasonOf(kit.sendTransaction({ serialized: memo('late') }))).toMatchObject({
    code: 'transactionExpired',
    message: 'The transaction expired before it was sent',
  })
  expect(kit.getState().pending ?? []).toEqual([])
})

test('a transaction already on the chain counts as sent, even if the node reports an expired blockhash', async () => {
  const { kit } = await start({
    sendTransaction: {
      error: { code: -32002, message: 'Blockhash not found', data: { err: 'BlockhashNotFound' } },
    },
    getSignatureStatuses: {
      result: {
        context: { slot: 1 },
        value: [{ slot: 1, confirmations: 3, err: null, confirmationStatus: 'confirmed' }],
      },
    },
  })
  expect(await kit.sendTransaction({ serialized: memo('twice') })).toMatch(/^\w{64,88}$/)
})

test.each([
  [
    { InstructionError: [0, { Custom: 1 }] },
    ['Program 11111111111111111111111111111111 failed: custom program error: 0x1'],
    'Not enough of the network’s own token',
    'coinShort',
  ],
  [
    { InstructionError: [0, { Custom: 1 }] },
    ['Program TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA failed: custom program error: 0x1'],
    'Not enough of the token',
    'tokenShort',
  ],
  [
    { InstructionError: [0, { Custom: 17 }] },
    ['Program TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb failed: custom program error: 0x11'],
    'The token’s issuer has frozen the account',
    'frozen',
  ],
  [
    { InstructionError: [0, { Custom: 16 }] },
    ['Program TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb failed: custom program error: 0x10'],
    'The token refuses (16)',
    'other',
  ],
  [
    { InsufficientFundsForRent: { account_index: 1 } },
    [],
    'An account would keep less than the network’s minimum',
    'minimum',
  ],
  ['AccountNotFound', [], 'The account has nothing to pay the fee with', 'coinShort'],
  [{ InstructionError: [1, 'ReadonlyLamportChange'] }, [], 'Readonly Lamport Change', 'other'],
  ['WouldExceedMaxBlockCostLimit', [], 'The network is full; try again', 'busy'],
  ['constructor', [], 'it failed', 'other'],
  [{ InstructionError: [1, 'Odd\u202eError\n'] }, [], 'Odd Error', 'other'],
  [7, [], 'it failed', 'other'],
])(
  'a rejection by the network has readable details and a name: %j',
  async (err, logs, details, refusal) => {
    const { kit } = await start({
      sendTransaction: { error: { code: -32002, message: 'it failed', data: { err, logs } } },
    })
    expect(await reasonOf(kit.sendTransaction({ serialized: memo('no') }))).toMatchObject({
      code: 'transactionRejected',
      details,
      refusal,
    })
  },
)

test('if the node’s answer is lost, the transaction counts as sent and is followed', async () => {
  const { kit, clock, until } = await start({ sendTransaction: 'break' })
  const sending = kit.sendTransaction({ serialized: memo('lost') })
  // moves the clock, so that the pauses between the attempts of a request end
  const passing = setInterval(() => clock.advance(1_000))
  const hash = await sending.finally(() => clearInterval(passing))
  const { pending } = await until((state) => state.pending !== undefined)
  expect(pending?.[0]).toMatchObject({ hash, status: 'pending' })
})

test.each<[string, unknown]>([
  ['nothing', undefined],
  ['text', 'AAAA'],
  ['no list', { length: 'many' }],
  ['too many bytes', new Uint8Array(1_233)],
  ['no signer', new Uint8Array([0, 0])],
  ['half of a transaction', memo('x').slice(0, 90)],
  ['fractions', [1.5, 2]],
])('sendTransaction rejects a transaction: %s', async (_, serialized) => {
  const { kit, wallet } = await start({})
  expect(
    await reasonOf(kit.sendTransaction({ serialized: serialized as ArrayLike<number> })),
  ).toMatchObject({ code: 'invalidParams' })
  expect(wallet.requests).toEqual(['standard:connect'])
})

test('a transaction of an account that the wallet no longer shares is not signed', async () => {
  const { kit, wallet } = await start({})
  wallet.share([other])
  expect(await reasonOf(kit.sendTransaction({ serialized: memo('not mine') }))).toMatchObject({
    code: 'unauthorized',
  })
})

test('any bytes are read as a transaction or rejected with `invalidParams`', () => {
  const real = memo('real')
  fc.assert(
    fc.property(
      fc.oneof(
        fc.uint8Array({ maxLength: 200 }),
        fc
          .tuple(fc.nat({ max: real.length - 1 }), fc.nat({ max: 255 }))
          .map(([at, byte]) => real.with(at, byte)),
      ),
      (bytes) => {
        try {
          const wire = readWire(bytes)
          expect(wire.signers.length).toBe(wire.signatures.length)
          expect(
            withSignature(wire, wire.signers[0] ?? '', new Uint8Array(64).fill(7)).length,
          ).toBe(bytes.length)
        } catch (error) {
          expect(error).toMatchObject({ code: 'invalidParams' })
        }
      },
    ),
  )
})

test('the four Solana methods work through `request`', async () => {
  const { kit, sent } = await start({ sendTransaction: { result: '' } })
  const request = (method: string, params: object) => kit.request({ method, params })
  const transaction = toBase64(memo('by method'))
  const { signature } = (await request('solana_signMessage', {
    message: toBase58(new TextEncoder().encode('hi')),
    pubkey: me,
  })) as { signature: string }
  expect(
    ed25519.verify(fromBase58(signature), new TextEncoder().encode('hi'), fromBase58(me)),
  ).toBe(true)
  const one = (await request('solana_signTransaction', { transaction })) as {
    signature: string
    transaction: string
  }
  const all = (await request('solana_signAllTransactions', {
    transactions: [transaction, transaction],
  })) as { transactions: readonly string[] }
  expect(all.transactions).toEqual([one.transaction, one.transaction])
  expect(await request('solana_signAndSendTransaction', { transaction })).toEqual({
    signature: one.signature,
  })
  expect(sent()).toHaveLength(1)
  for (const params of [{}, { message: 0 }, { message: '0OIl' }, { message: 'a'.repeat(20_000) }])
    expect(await reasonOf(request('solana_signMessage', params))).toMatchObject({
      code: 'invalidParams',
    })
  expect(
    await reasonOf(request('solana_signMessage', { message: 'a', pubkey: other.slice(1) })),
  ).toMatchObject({ code: 'unauthorized' })
})

/** Makes a wallet report that it supports only these versions of transactions. */
function limit(
  wallet: { wallet: { features: Readonly<Record<string, object>> } },
  versions: readonly unknown[],
): void {
  for (const feature of ['solana:signTransaction', 'solana:signAndSendTransaction'])
    Object.assign(wallet.wallet.features[feature] ?? {}, { supportedTransactionVersions: versions })
}

test.each([
  [['legacy'], 0, 'legacy'],
  [[0], 'legacy', 0],
] as const)(
  'a wallet that supports the versions %j gets no transaction of another version',
  async (versions, refused, taken) => {
    const { kit, wallet, sent } = await start({ sendTransaction: { result: '' } })
    limit(wallet, versions)
    const before = wallet.requests.length
    const error = await reasonOf(kit.sendTransaction({ serialized: memo('hello', refused) }))
    expect(error).toMatchObject({
      code: 'invalidParams',
      details: expect.stringContaining('The wallet takes no transactions of') as string,
    })
    expect(KitError.is(error) && isUnsent(error)).toBe(true)
    expect(
      await reasonOf(
        kit.request({
          method: 'solana_signTransaction',
          params: { transaction: toBase64(memo('x', refused)) },
        }),
      ),
    ).toMatchObject({ code: 'invalidParams' })
    expect([wallet.requests.length, sent().length]).toEqual([before, 0])
    await kit.sendTransaction({ serialized: memo('hello', taken) })
    expect(sent()).toHaveLength(1)
  },
)

test.each([undefined, [], 'x'])(
  'a wallet that reports %j as its versions gets the request to sign',
  async (versions) => {
    const { kit, wallet, sent } = await start({ sendTransaction: { result: '' } })
    limit(wallet, versions as readonly unknown[]) // a wallet without types can report any versions
    await kit.sendTransaction({ serialized: memo('hello') })
    expect(sent()).toHaveLength(1)
  },
)

test.each([
  new Error('boom'),
  'boom',
  { code: -32603, message: 'Internal error' },
  { code: -32000 },
  undefined,
])('if a wallet that only signs throws %j, the transaction counts as unsent', async (thrown) => {
  const { kit, wallet, sent } = await start({ sendTransaction: { result: '' } })
  Object.assign(wallet.wallet.features['solana:signTransaction'] ?? {}, {
    signTransaction: () => Promise.reject(thrown),
  }) // eslint-disable-line @typescript-eslint/prefer-promise-reject-errors -- as wallets do
  const error = await reasonOf(kit.sendTransaction({ serialized: memo('hello') }))
  expect(KitError.is(error) && isUnsent(error)).toBe(true)
  expect(sent()).toEqual([])
})

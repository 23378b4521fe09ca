/**
 * Hostile nodes. Whatever a node answers, a facet returns a valid value, or throws an error with a
 * code.
 */
import type { NetworkId } from '@latchkey/protocol/caip'
import { AccountRole } from '@solana/kit'
import type { Instruction } from '@solana/kit'
import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { adapterOf } from '../../core/accounts/adapterOf.ts'
import { KitError } from '../../core/errors/KitError.ts'
import { sendJson, startTestServer } from '../../core/testing/startTestServer.ts'
import { toBase58 } from '@latchkey/protocol/base58'
import { solanaKeys } from '../../testing/solana/solanaKeys.ts'
import { solanaNetwork, startTestPage, startTestSolana } from './startTestSolana.ts'
import { describeTransaction } from './transactions/describe.ts'
import { transfersIn } from './send/recentTransfers.ts'
import { readTokenAccount, readMint } from './wire/tokens.ts'
import { toBase64 } from '@latchkey/protocol/base64'
import { systemProgram, tokenPrograms } from './provider/programs.ts'
import { buildTransaction } from './send/buildTransaction.ts'
import { transferLamports } from './send/instructions.ts'

beforeEach(() => void startTestPage())
const [me = '', friend = ''] = solanaKeys(2).map(({ address }) => address)
const networkId = 'solana:LatchkeyTestNetwork1111111111111' as NetworkId // a valid network id

const account = fc.record({
  lamports: fc.oneof(fc.nat(), fc.constantFrom(-1, 1e30, '5')),
  owner: fc.constantFrom(...tokenPrograms, me, 'x'),
  executable: fc.boolean(),
  data: fc.oneof(
    fc.tuple(
      fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes).toString('base64')),
      fc.constantFrom('base64', 'base58'),
    ),
    fc.anything(),
  ),
})
const value = fc.oneof(
  fc.anything(),
  fc.nat(),
  fc.constant(null),
  account,
  fc.array(
    fc.oneof(
      account,
      fc.constant(null),
      fc.record({ pubkey: fc.constantFrom(me, 'x', 5), account }),
    ),
    { maxLength: 3 },
  ),
  fc.record({ blockhash: fc.constantFrom(me, 'no', 7) }),
  fc.record({
    err: fc.anything(),
    logs: fc.anything(),
    unitsConsumed: fc.anything(),
    accounts: fc.array(fc.option(account)),
  }),
)
const result = fc.oneof(
  value,
  fc.record({ context: fc.record({ slot: fc.oneof(fc.nat(), fc.anything()) }), value }),
)
const answers = fc.dictionary(
  fc.constantFrom(
    'getBalance',
    'getMultipleAccounts',
    'getTokenAccountsByOwner',
    'getLatestBlockhash',
    'getMinimumBalanceForRentExemption',
    'getRecentPrioritizationFees',
    'simulateTransaction',
    'getSignatureStatuses',
    'getTransaction',
    'getBlockHeight',
    'getEpochInfo',
    'getSignaturesForAddress',
    'getAccountInfo',
  ),
  result,
  { noNullPrototype: true, minKeys: 13 },
)

test('for any answers of a node, every facet gives a valid value or a KitError', async () => {
  let nodeAnswers: Record<string, unknown> = {}
  const node = await startTestServer((response, { body }) => {
    const { id, method } = JSON.parse(body) as { id: number; method: string } // sent by the kit
    // JSON has no bigint: written as a text
    const text = JSON.stringify(nodeAnswers[method], (_, one: unknown) =>
      typeof one === 'bigint' ? String(one) : one,
    )
    sendJson(response, {
      jsonrpc: '2.0',
      id,
      result: text === undefined ? null : (JSON.parse(text) as unknown),
    })
  })
  const { kit } = startTestSolana({
    networks: [solanaNetwork('LatchkeyTestNetwork1111111111111', 'Local', node.url)],
  })
  const adapter = adapterOf(kit, 'solana')
  const [assets, send, transactions] = await Promise.all([
    adapter.load('assets'),
    adapter.load('send'),
    adapter.load('transactions'),
  ])
  if (!assets || !send || !transactions) throw new Error('The chain has these facets')
  const hash = toBase58(new Uint8Array(64).fill(7))
  const transfer = (address?: string) => ({
    networkId,
    from: me,
    to: { address: friend },
    token: { ...(address && { address }), symbol: 'X', decimals: 1 },
    amount: 1n,
  })
  const tasks: readonly (readonly [
    task: () => Promise<unknown>,
    isKind: (value: never) => boolean,
  ])[] = [
    [
      () => assets.getBalances({ address: me, networkId, tokens: [friend] }),
      (all: readonly bigint[]) => all.length === 2 && all.every((one) => one >= 0n),
    ],
    [
      async () => assets.readToken?.({ address: friend, networkId }),
      ({ symbol, decimals }: { symbol: string; decimals: number }) =>
        symbol.length > 0 && symbol.length <= 16 && decimals >= 0 && decimals <= 255,
    ],
    [
      () => assets.lookForChanges({ address: me, networkId }),
      ({ hasChanged }: { hasChanged: boolean }) => hasChanged,
    ],
    [
      () => send.previewTransfer(transfer()),
      ({ fee }: { fee: { total: bigint } }) => fee.total >= 5_000n,
    ],
    [
      () => send.previewTransfer(transfer(friend)),
      ({ simulation }: { simulation: { status: string } }) =>
        ['works', 'fails', 'unknown'].includes(simulation.status),
    ],
    [
      () => send.isContract({ address: friend, networkId }),
      (is: unknown) => typeof is === 'boolean',
    ],
    [
      () => send.recentTransfers({ account: me, networkId, tokens: new Set() }),
      (all: unknown) => Array.isArray(all),
    ],
    [
      () =>
        transactions.createLookup()({
          hash,
          networkId,
          address: me,
          sentAt: 0,
          status: 'pending',
          lastHeight: 5,
        }),
      ({ kind }: { kind: string }) =>
        ['mined', 'failed', 'waiting', 'unknown', 'expired'].includes(kind),
    ],
    [
      () =>
        transactions.createLookup()({
          hash,
          networkId,
          address: me,
          sentAt: 0,
          status: 'pending',
          asked: toBase64(new Uint8Array(90)),
        }),
      ({ kind }: { kind: string }) =>
        ['mined', 'failed', 'waiting', 'unknown', 'changed', 'unread'].includes(kind),
    ],
    [
      () => transactions.readFee({ hash, networkId }),
      (fee: unknown) => fee === undefined || typeof fee === 'bigint',
    ],
  ]
  await fc.assert(
    fc.asyncProperty(answers, async (given) => {
      nodeAnswers = given
      for (const [index, [task, isKind]] of tasks.entries()) {
        const outcome = await task().then(
          (result) => isKind(result as never),
          (error: unknown) => (KitError.is(error) ? true : error),
        ) // the cast: each check has the type of its function's result
        expect(outcome, String(index)).toBe(true)
      }
    }),
    { seed: 7, numRuns: 60 },
  )
})

test.each([-5_000, 1_400_001, 9e15, 0.5])(
  'a simulation that reports %d used units is rejected',
  async (units) => {
    const node = await startTestServer((response, { body }) => {
      const { id, method } = JSON.parse(body) as { id: number; method: string } // sent by the kit
      const value = {
        getBalance: 5_000_000,
        getMultipleAccounts: [null],
        getLatestBlockhash: { blockhash: me },
        simulateTransaction: { err: null, logs: [], unitsConsumed: units, accounts: [null, null] },
      }[method]
      sendJson(response, {
        jsonrpc: '2.0',
        id,
        result:
          method === 'getMinimumBalanceForRentExemption'
            ? 890_880
            : method === 'getRecentPrioritizationFees'
              ? []
              : { context: { slot: 1 }, value },
      })
    })
    const { kit } = startTestSolana({
      networks: [solanaNetwork('LatchkeyTestNetwork1111111111111', 'Local', node.url)],
    })
    const send = await adapterOf(kit, 'solana').load('send')
    const transfer = {
      networkId,
      from: me,
      to: { address: friend },
      token: { symbol: 'SOL', decimals: 9 },
      amount: 1n,
    }
    expect(
      await send
        ?.previewTransfer(transfer)
        .catch((error: unknown) => (KitError.is(error) ? error.code : error)),
    ).toBe('answerInvalid')
    // an amount that does not fit into eight bytes is refused, else it would be truncated
    expect(
      await send
        ?.previewTransfer({ ...transfer, amount: 2n ** 64n + 5n })
        .catch((error: unknown) => (KitError.is(error) ? error.code : error)),
    ).toBe('actionNotAllowed')
  },
)

test('accounts, transactions and descriptions of any form are read without an error', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 600 }),
      fc.constantFrom(...tokenPrograms),
      (data, owner) => {
        const mint = readMint({ lamports: 1n, owner, isProgram: false, data })
        expect(mint === undefined || mint.decimals <= 255).toBe(true)
        readTokenAccount({ lamports: 1n, owner, isProgram: false, data })
      },
    ),
  )
  fc.assert(
    fc.property(
      fc.anything(),
      (transaction) =>
        void expect(Array.isArray(transfersIn(transaction, me, new Set()))).toBe(true),
    ),
  )
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 140, maxLength: 300 }), (rest) => {
      // one signature and one signer, then random bytes
      const serialized = [1, ...new Uint8Array(64), 1, 0, 0, 1, ...rest]
      expect(['send', 'execute']).toContain(
        describeTransaction({ serialized }, undefined).operationType,
      )
    }),
  )
})

test.each([
  ['is not there', null, 0n],
  [
    'is there',
    { lamports: 1, owner: tokenPrograms[0], executable: false, data: ['', 'base64'] },
    'invalidParams',
  ],
] as const)(
  'if the node cannot list a token’s accounts and the mint %s (%o), the balance is 0 or the read fails',
  async (_, mint, known) => {
    const node = await startTestServer((response, { body }) => {
      const { id, method } = JSON.parse(body) as { id: number; method: string } // sent by the kit
      const answer =
        method === 'getTokenAccountsByOwner'
          ? { error: { code: -32602, message: 'Invalid param: refused' } }
          : { result: { context: { slot: 1 }, value: method === 'getBalance' ? 5 : [mint] } }
      sendJson(response, { jsonrpc: '2.0', id, ...answer })
    })
    const { kit } = startTestSolana({
      networks: [solanaNetwork('LatchkeyTestNetwork1111111111111', 'Local', node.url)],
    })
    const assets = await adapterOf(kit, 'solana').load('assets')
    const result = await assets
      ?.getBalances({ address: me, networkId, tokens: [friend] })
      .catch((error: unknown) => (KitError.is(error) ? error.code : error))
    expect(result).toEqual(known === 0n ? [5n, 0n] : known)
  },
)

test.each([
  ['at the last block', 500, 'expired'],
  ['behind the last block', 499, 'waiting'],
] as const)('a transaction unknown to a node %s (slot %i) is %s', async (_, slot, kind) => {
  const node = await startTestServer((response, { body }) => {
    const { id, method } = JSON.parse(body) as { id: number; method: string } // sent by the kit
    sendJson(response, {
      jsonrpc: '2.0',
      id,
      result:
        method === 'getEpochInfo'
          ? { blockHeight: 400, absoluteSlot: 500 }
          : { context: { slot }, value: [null] },
    })
  })
  const { kit } = startTestSolana({
    networks: [solanaNetwork('LatchkeyTestNetwork1111111111111', 'Local', node.url)],
  })
  const transactions = await adapterOf(kit, 'solana').load('transactions')
  expect(
    await transactions?.createLookup()({
      hash: toBase58(new Uint8Array(64).fill(7)),
      networkId,
      address: me,
      sentAt: 0,
      status: 'pending',
      lastHeight: 399,
    }),
  ).toEqual({ kind })
})

test.each([
  [4, 0, 0, 0],
  [4, 0, 0, 0, 7],
])(
  'a durable transaction that no node shows never expires (%#)',
  async (...data: readonly number[]) => {
    const node = await startTestServer((response, { body }) => {
      const { id, method } = JSON.parse(body) as { id: number; method: string } // sent by the kit
      sendJson(response, {
        jsonrpc: '2.0',
        id,
        result:
          method === 'getEpochInfo'
            ? { blockHeight: 400, absoluteSlot: 500 }
            : { context: { slot: 500 }, value: [null] },
      })
    })
    const { kit } = startTestSolana({
      networks: [solanaNetwork('LatchkeyTestNetwork1111111111111', 'Local', node.url)],
    })
    const transactions = await adapterOf(kit, 'solana').load('transactions')
    const advance = {
      programAddress: systemProgram,
      accounts: [
        { address: friend, role: AccountRole.WRITABLE },
        { address: me, role: AccountRole.READONLY_SIGNER },
      ],
      data: Uint8Array.from(data),
    } as unknown as Instruction // the cast: an `Address` is a text
    const asked = toBase64(
      Uint8Array.from(buildTransaction(me, friend, [advance, transferLamports(me, friend, 5n)])),
    )
    expect(
      await transactions?.createLookup()({
        hash: toBase58(new Uint8Array(64).fill(7)),
        networkId,
        address: me,
        sentAt: 0,
        status: 'pending',
        lastHeight: 399,
        asked,
      }),
    ).toEqual({ kind: 'waiting' })
  },
)

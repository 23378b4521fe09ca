import type { SolanaTransaction } from '@latchkey/protocol/transaction'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { startSolanaChain } from '../../../../../../devnet/src/solana/startSolanaChain.ts'
import type { SolanaChain } from '../../../../../../devnet/src/solana/startSolanaChain.ts'
import type { Control } from '../../../../../../devnet/src/solana/testing/createToken.ts'
import {
  requireMemos,
  stopToken,
} from '../../../../../../devnet/src/solana/testing/refuseTransfers.ts'
import { facetOf } from '../../../core/accounts/facetOf.ts'
import { prepareRequest } from '../../../domains/send/request/prepareRequest.lazy.ts'
import { sendPrepared } from '../../../domains/send/progress/sendPrepared.lazy.ts'
import type { Fault } from './messages.ts'
import { solanaKeys } from '../../../testing/solana/solanaKeys.ts'
import { newKey, startOnChain } from '../startTestChain.ts'
import { startTestPage } from '../startTestSolana.ts'
import { readWire, versionOf } from '../wire/transaction.ts'

let chain: SolanaChain
beforeAll(async () => void (chain = await startSolanaChain({ isHeld: true })))
afterAll(() => chain.close())
beforeEach(() => void startTestPage())

type Started = Awaited<ReturnType<typeof startOnChain>>
const balance = async ({ kit, token }: Started, address: string) => {
  const networkId = chain.networkId as never // a valid network id
  return (
    await (
      await facetOf(kit, networkId, 'assets')
    ).getBalances({ address, networkId, tokens: [token] })
  )[1]
}

describe('a recipient without an account for the token', () => {
  test('the cost of a new token account is shown beside the fee and paid only once', async () => {
    const started = await startOnChain(chain)
    const { kit, friend, token, me, lamportsOf } = started
    const before = await lamportsOf(me)
    const first = await prepareRequest(kit, { to: friend, amount: 300n, token })
    expect(first).toMatchObject({
      problems: [],
      simulation: { status: 'works', leaves: 300n, arrives: 300n },
      fee: { extras: [{ kind: 'recipientAccount', amount: 2_039_280n }] },
    })
    await sendPrepared(kit, first)
    chain.advance(2)
    expect(BigInt(before - (await lamportsOf(me)))).toBe((first.fee?.total ?? 0n) + 2_039_280n)
    const second = await prepareRequest(kit, { to: friend, amount: 300n, token })
    expect(second.fee?.extras).toBeUndefined()
    expect(await balance(started, friend)).toBe(300n)
  })

  test('an account that can not pay for the new token account gets the problem `fee`', async () => {
    const { kit, friend, token } = await startOnChain(chain, { lamports: 1_500_000 })
    expect(await prepareRequest(kit, { to: friend, amount: 300n, token })).toMatchObject({
      problems: ['fee'],
      simulation: { status: 'unknown' },
    })
  })
})

test('for a token with a transfer fee, the review shows the amount that leaves and the amount that arrives', async () => {
  const started = await startOnChain(chain, {
    token: { program: 'token2022', feeBasisPoints: 250, symbol: 'FEE' },
  })
  const { kit, friend, token, me } = started
  const prepared = await prepareRequest(kit, { to: friend, amount: 10_000n, token })
  expect(prepared).toMatchObject({
    problems: [],
    token: { symbol: 'FEE' },
    simulation: { status: 'works', leaves: 10_000n, arrives: 9_750n },
  })
  await sendPrepared(kit, prepared)
  chain.advance(2)
  expect([await balance(started, friend), await balance(started, me)]).toEqual([9_750n, 990_000n])
})

test('the symbol in a token’s metadata is cut and cleaned', async () => {
  const { kit, token } = await startOnChain(chain, {
    token: { program: 'token2022', symbol: `\u202eUS\nDC${'x'.repeat(200)}` },
  })
  const { readToken } = await facetOf(kit, chain.networkId as never, 'assets')
  const read = await readToken?.({ address: token, networkId: chain.networkId as never })
  expect(read?.symbol).toMatch(/^US ?DCx{8,12}…$/)
})

test.each<[Control, Fault | undefined, readonly string[]]>([
  ['permanentDelegate', undefined, ['takeable']],
  ['pausable', undefined, ['stoppable']],
  ['confidential', undefined, ['hidden']],
  ['nonTransferable', 'bound', []],
  ['transferHook', 'ownProgram', []],
  ['defaultFrozen', 'frozen', []],
])(
  'for a token with the extension %s, the review shows the issuer’s power or why sending fails',
  async (control, fault, cautions) => {
    const { kit, friend, token } = await startOnChain(chain, {
      token: { program: 'token2022', controls: [control] },
    })
    const prepared = await prepareRequest(kit, { to: friend, amount: 300n, token })
    expect(prepared.problems).toEqual(fault ? ['fails'] : [])
    expect(prepared.simulation).toEqual(
      fault ? { status: 'fails', fault } : { status: 'works', leaves: 300n, arrives: 300n },
    )
    expect(prepared.warnings.map(({ kind }) => kind)).toEqual(['firstTime', ...cautions])
  },
)

describe('a transfer that the network would reject fails in the review, with a plain reason', () => {
  test('too small an amount for a new account has the fault `newAccount`', async () => {
    const { kit, stranger } = await startOnChain(chain)
    expect(await prepareRequest(kit, { to: stranger, amount: 1_000n })).toMatchObject({
      problems: ['fails'],
      simulation: { status: 'fails', fault: 'newAccount' },
    })
    expect(await prepareRequest(kit, { to: stranger, amount: 1_000_000n })).toMatchObject({
      problems: [],
    })
  })

  test('a remainder too small to stay in the account has the fault `remainder`', async () => {
    const { kit, friend } = await startOnChain(chain, { lamports: 1_000_000 })
    expect(await prepareRequest(kit, { to: friend, amount: 900_000n })).toMatchObject({
      problems: ['fails'],
      simulation: { status: 'fails', fault: 'remainder' },
    })
    expect(await prepareRequest(kit, { to: friend, amount: 995_000n })).toMatchObject({
      problems: [],
    })
  })

  test('a recipient that is a token account has the fault `tokenAccount`', async () => {
    const { kit, token, me, request } = await startOnChain(chain)
    const held = (await request(
      'getTokenAccountsByOwner',
      me,
      { mint: token },
      { encoding: 'base64' },
    )) as { value: readonly { pubkey: string }[] }
    const place = held.value[0]?.pubkey ?? ''
    for (const order of [
      { to: place, amount: 5_000_000n },
      { to: place, amount: 5n, token },
    ])
      expect(await prepareRequest(kit, order)).toMatchObject({
        problems: ['fails'],
        simulation: { status: 'fails', fault: 'tokenAccount' },
        warnings: [{ kind: 'contract' }, { kind: 'firstTime' }],
      })
    expect((await prepareRequest(kit, { to: token, amount: 5n, token })).problems).toContain(
      'tokenContract',
    )
    expect(
      (await prepareRequest(kit, { to: '11111111111111111111111111111111', amount: 5_000_000n }))
        .problems,
    ).toContain('zeroAddress')
  })
})

test('a paused token and a recipient who requires a memo have their own faults', async () => {
  const [issuer] = solanaKeys(1)
  if (!issuer) throw new Error('There is an account')
  const { kit, friend, token } = await startOnChain(chain, {
    token: { program: 'token2022', controls: ['pausable'] },
  })
  const owner = newKey()
  await requireMemos(chain.url, { payer: issuer, owner, mint: token })
  chain.advance(2)
  expect(await prepareRequest(kit, { to: owner.address, amount: 300n, token })).toMatchObject({
    problems: ['fails'],
    simulation: { status: 'fails', fault: 'memoNeeded' },
  })
  await stopToken(chain.url, { issuer, mint: token })
  chain.advance(2)
  expect(await prepareRequest(kit, { to: friend, amount: 300n, token })).toMatchObject({
    problems: ['fails'],
    simulation: { status: 'fails', fault: 'stopped' },
  })
})

test('a transfer with wrong decimals of the token fails in the review', async () => {
  const { kit, accountId, friend, me, token } = await startOnChain(chain)
  const { prepareSend } = await import('../../../domains/send/review/prepareSend.ts')
  const order = {
    networkId: chain.networkId as never,
    from: me,
    to: { address: friend },
    amount: 300n,
  } // the cast: the text is a valid network id
  expect(accountId).toContain(me)
  expect(
    await prepareSend(kit, { ...order, token: { address: token, symbol: 'X', decimals: 2 } }),
  ).toMatchObject({ problems: [] })
  expect(
    await prepareSend(kit, { ...order, token: { address: token, symbol: 'X', decimals: 4 } }),
  ).toMatchObject({
    problems: ['fails'],
    simulation: { status: 'fails', reason: 'The token has other decimals' },
  })
})

test('in a transfer to oneself nothing leaves and nothing arrives', async () => {
  const { kit, me, token } = await startOnChain(chain)
  for (const order of [
    { to: me, amount: 5n },
    { to: me, amount: 5n, token },
  ])
    expect(await prepareRequest(kit, order)).toMatchObject({
      problems: [],
      warnings: [{ kind: 'own' }],
      simulation: { leaves: 0n, arrives: 0n },
    })
})

describe('transactions that must not pay twice', () => {
  const send = async (started: Started, amount = 5_000_000n) =>
    sendPrepared(started.kit, await prepareRequest(started.kit, { to: started.friend, amount }))
  const stateOf = ({ kit }: Started) => kit.getState().pending?.map(({ status }) => status)
  const pass = async ({ clock }: Started, slots: number) => {
    chain.advance(slots)
    clock.advance(4_000)
    await new Promise((resolve) => setTimeout(resolve, 0))
  }

  test('a transaction that is sent to the network twice pays once', async () => {
    const started = await startOnChain(chain)
    const { friend, lamportsOf, request } = started
    let wire = ''
    const before = await lamportsOf(friend)
    const fetchAll = globalThis.fetch
    globalThis.fetch = async (url, init) => {
      const { method, params } = JSON.parse(String(init?.body ?? '{}')) as {
        method?: string
        params?: readonly string[]
      }
      if (method === 'sendTransaction') wire = params?.[0] ?? ''
      return fetchAll(url, init)
    }
    const hash = await send(started).finally(() => (globalThis.fetch = fetchAll))
    chain.advance(2)
    expect(
      await request('sendTransaction', wire, { encoding: 'base64', skipPreflight: true }),
    ).toBe(hash)
    chain.advance(2)
    expect((await lamportsOf(friend)) - before).toBe(5_000_000)
  })

  test('a lost transaction is pending until its blockhash expires; then it is dropped', async () => {
    const started = await startOnChain(chain)
    const { kit, friend, lamportsOf } = started
    const before = await lamportsOf(friend)
    const fetchAll = globalThis.fetch
    // the node seems to accept the transaction, but it never reaches the chain
    globalThis.fetch = async (url, init) =>
      String(init?.body).includes('"sendTransaction"')
        ? new Response(
            JSON.stringify({
              jsonrpc: '2.0',
              id: (JSON.parse(String(init?.body)) as { id: number }).id,
              result: 'lost',
            }),
            { headers: { 'content-type': 'application/json' } },
          )
        : fetchAll(url, init)
    await send(started).finally(() => (globalThis.fetch = fetchAll))
    await vi.waitFor(() => expect(kit.getState().pending?.[0]?.lastHeight).toBeGreaterThan(0))
    for (let look = 0; look < 6; look++) await pass(started, 20)
    expect(stateOf(started)).toEqual(['pending'])
    await vi.waitFor(
      async () => {
        await pass(started, 20)
        expect(stateOf(started)).toEqual(['dropped'])
      },
      { timeout: 20_000, interval: 10 },
    )
    expect(await lamportsOf(friend)).toBe(before)
  })

  test('a transaction signed after its blockhash has expired pays nothing', async () => {
    const started = await startOnChain(chain)
    const { kit, friend, lamportsOf } = started
    const before = await lamportsOf(friend)
    const prepared = await prepareRequest(kit, { to: friend, amount: 5_000_000n })
    chain.advance(200)
    await expect(sendPrepared(kit, prepared)).rejects.toMatchObject({ code: 'transactionExpired' })
    chain.advance(200)
    expect([await lamportsOf(friend), kit.getState().pending ?? []]).toEqual([before, []])
    await send(started)
    chain.advance(2)
    expect((await lamportsOf(friend)) - before).toBe(5_000_000)
  })
})

test('transfers with other accounts are found in the latest transactions', async () => {
  const { kit, friend, me } = await startOnChain(chain)
  await sendPrepared(kit, await prepareRequest(kit, { to: friend, amount: 5_000_000n }))
  chain.advance(40)
  const { recentTransfers: recentEncounters } = await facetOf(kit, chain.networkId as never, 'send')
  const of = (account: string) =>
    recentEncounters({ account, networkId: chain.networkId as never, tokens: new Set() })
  expect(await of(me)).toContainEqual({ with: friend, isOut: true, hasWorth: true })
  expect(await of(friend)).toContainEqual({ with: me, isOut: false, hasWorth: true })
  expect(await of(newKey().address)).toEqual([])
})

test('a wallet that takes only legacy transactions gets a legacy one, and the payment arrives', async () => {
  const started = await startOnChain(chain)
  const { kit, friend, token, wallet } = started
  Object.assign(wallet.wallet.features['solana:signTransaction'] ?? {}, {
    supportedTransactionVersions: ['legacy'],
  })
  const prepared = await prepareRequest(kit, { to: friend, amount: 300n, token })
  const { serialized } = prepared.transaction as SolanaTransaction // the kit has only Solana
  expect(versionOf(readWire(serialized))).toBe('legacy')
  await sendPrepared(kit, prepared)
  chain.advance(2)
  expect(await balance(started, friend)).toBe(300n)
})

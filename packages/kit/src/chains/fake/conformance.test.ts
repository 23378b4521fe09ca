import { formatAccountId, formatNetworkId, parseAccountId } from '@latchkey/protocol/caip'
import { expect, test } from 'vitest'
import { accountOf } from '../../core/kit/state.ts'
import { reasonOf, startTestKit } from '../../session/startTestKit.ts'
import { followTransactions } from '../../session/transactions/followTransactions.ts'
import { prepareSend } from '../../domains/send/review/prepareSend.ts'
import { sendPrepared } from '../../domains/send/progress/sendPrepared.lazy.ts'
import { readToken } from '../../domains/send/request/readToken.ts'
import { testConformance } from '../conformance.ts'
import type { ChainInTest } from '../conformance.ts'
import { fakeChain, fakeNetwork } from './fakeChain.ts'
import type { FakeWallet } from './fakeChain.ts'
import { fakeAddress, placeholder } from './addressForms.ts'
import { coin, Ledger } from './ledger.ts'

const address = fakeAddress('me')
const ordinals = fakeAddress('meanew')
const friend = fakeAddress('frend')
/** The address of the fake chain's token. */
const flour = fakeAddress('fl0ur')

/** A kit that is connected to the wallet of the fake chain, and has no other chain. */
async function start({ hasTokens = true }: { hasTokens?: boolean } = {}) {
  const wallet: FakeWallet = {
    accounts: [
      { address: ordinals, publicKey: '02ab', purpose: 'ordinals' },
      { address, publicKey: '03cd', purpose: 'payment' },
    ],
    answer: 'approve',
  }
  const ledger = new Ledger({
    funds: [
      { owner: address, asset: coin, amount: 700_000n },
      { owner: address, asset: coin, amount: 300_000n },
      { owner: address, asset: flour, amount: 5_000n },
    ],
    now: () => 1_767_225_600_000,
  })
  const { kit, clock } = startTestKit({
    networks: [fakeNetwork],
    adapters: [fakeChain(ledger, wallet, { hasTokens })],
  })
  const { accountId } = await kit.connect({ connectorId: 'fake' })
  const lookup = () => {
    clock.advance(60_000)
    return kit.getState().pending?.map(({ status }) => status) ?? []
  }
  const chain: ChainInTest = {
    kit,
    accountId,
    friend,
    native: { symbol: 'COIN', decimals: 4 },
    ...(hasTokens && { token: { address: flour, symbol: 'FLOUR', decimals: 0 } }),
    friendSpelling: friend.toUpperCase(),
    wrong: {
      address: friend.replace('bcrt1', 'BCRT1'),
      account: formatAccountId(formatNetworkId('bip122', 'beef'.repeat(8)), friend),
    },
    async settle() {
      ledger.mine()
      await expect.poll(lookup).not.toContain('pending')
    },
    answer: (how) => void (wallet.answer = how),
  }
  return { ...chain, ledger, wallet, lookup }
}

testConformance('a chain unlike EVM', start)
testConformance('a chain without tokens', () => start({ hasTokens: false }), { hasTokens: false })

test('the payment address is the current account, and each address has its purpose', async () => {
  const { kit, accountId } = await start()
  expect(parseAccountId(accountId).address).toBe(address)
  expect(accountOf(kit.getState())).toMatchObject({
    address,
    publicKey: '03cd',
    purpose: 'payment',
    addresses: [address, ordinals],
    allAccounts: [
      { address, publicKey: '03cd', purpose: 'payment' },
      { address: ordinals, publicKey: '02ab', purpose: 'ordinals' },
    ],
  })
})

test.each([
  ['replaced', friend],
  ['cancelled', address],
])(
  'if another transaction spends the same coins, the first transaction is %s',
  async (status, owner) => {
    const { kit, ledger, lookup } = await start({ hasTokens: false })
    const order = {
      networkId: kit.getState().networkId,
      from: address,
      to: { address: friend },
      token: { symbol: 'COIN', decimals: 4 },
    }
    const hash = await sendPrepared(kit, await prepareSend(kit, { ...order, amount: 1_000n }))
    await expect.poll(() => kit.getState().pending?.[0]?.replacementKey).toBe('genesis-0,genesis-1')
    const replacedBy = ledger.replace(hash, {
      outputs: [{ owner, asset: coin, amount: 1_000n }],
      fee: 720n,
    })
    await expect.poll(lookup).toEqual([status])
    expect(kit.getState().pending?.[0]).toMatchObject({ hash, replacedBy })
  },
)

test('on a chain without tokens, reading a token fails with `actionNotAllowed`', async () => {
  const { kit } = await start({ hasTokens: false })
  expect(await reasonOf(readToken(kit, kit.getState().networkId, flour))).toMatchObject({
    code: 'actionNotAllowed',
    details: 'This network has no tokens.',
  })
})

test('one transaction can move a token and the native coin, and its description names both', async () => {
  const { kit, accountId, ledger, settle } = await start()
  const transaction = {
    outputs: [
      { owner: friend, asset: flour, amount: 20n },
      { owner: friend, asset: coin, amount: 15_000n },
    ],
    fee: 360n,
  }
  await kit.sendTransaction(transaction as never) // the kit's types do not know the fake chain
  await expect
    .poll(() => kit.getState().pending?.[0]?.description)
    .toMatchObject({
      sentTo: friend,
      transfers: [
        { symbol: 'FLOUR', quantity: '20' },
        { symbol: 'COIN', quantity: '1.5' },
      ],
    })
  await settle()
  expect([
    ledger.balanceOf(friend, flour),
    ledger.balanceOf(friend, coin),
    ledger.balanceOf(address, coin),
  ]).toEqual([20n, 15_000n, 984_640n])
  expect(accountId).toContain(address)
})

test('a mined transaction that leaves the chain is pending again, without a nonce', async () => {
  const { kit, accountId, ledger, settle, lookup } = await start()
  const hash = await sendPrepared(
    kit,
    await prepareSend(kit, {
      networkId: kit.getState().networkId,
      from: address,
      to: { address: friend },
      token: { symbol: 'COIN', decimals: 4 },
      amount: 1_000n,
    }),
  )
  await settle()
  ledger.undo(hash)
  void followTransactions(kit)
  await expect.poll(lookup).toEqual(['pending'])
  expect(kit.getState().pending?.[0]).toEqual(
    expect.not.objectContaining({ nonce: expect.anything() as unknown }),
  )
  ledger.mine()
  await expect.poll(lookup).toEqual(['mined'])
  expect(accountId).toContain('bip122:fa4e')
})

test('a transfer to the zero address has the problem `zeroAddress`', async () => {
  const { kit } = await start()
  expect(
    (
      await prepareSend(kit, {
        networkId: kit.getState().networkId,
        from: address,
        to: { address: placeholder },
        token: { symbol: 'COIN', decimals: 4 },
        amount: 1_000n,
      })
    ).problems,
  ).toEqual(['zeroAddress'])
})

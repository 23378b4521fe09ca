import { formatAccountId, formatNetworkId } from '@latchkey/protocol/caip'
import { expect, test } from 'vitest'
import { startTestKit } from '../../session/startTestKit.ts'
import { followTransactions } from '../../session/transactions/followTransactions.ts'
import { prepareSend } from '../../domains/send/review/prepareSend.ts'
import { sendPrepared } from '../../domains/send/progress/sendPrepared.lazy.ts'
import { testConformance } from '../conformance.ts'
import type { ChainInTest } from '../conformance.ts'
import { fakeChain, fakeNetwork } from './fakeChain.ts'
import type { FakeWallet } from './fakeChain.ts'
import { coin, createLedger, placeholder } from './ledger.ts'

const address = `fk1${'Me'.repeat(12)}`
const friend = `fk1${'You2'.repeat(6)}`

/** A kit that is connected to the wallet of the fake chain, and has no other chain. */
async function start() {
  const wallet: FakeWallet = { address, answer: 'approve' }
  const ledger = createLedger({
    funds: [
      { owner: address, asset: coin, amount: 700_000n },
      { owner: address, asset: coin, amount: 300_000n },
      { owner: address, asset: 'flour', amount: 5_000n },
    ],
    now: () => 1_767_225_600_000,
  })
  const { kit, clock } = startTestKit({
    networks: [fakeNetwork],
    adapters: [fakeChain(ledger, wallet)],
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
    token: { address: 'flour', symbol: 'FLOUR', decimals: 0 },
    wrong: {
      address: friend.replace('fk1', 'FK1'),
      account: formatAccountId(formatNetworkId('bip122', 'other'), friend),
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

test('one transaction moves a token and the chain’s own coin, and says so', async () => {
  const { kit, accountId, ledger, settle } = await start()
  const transaction = {
    outputs: [
      { owner: friend, asset: 'flour', amount: 20n },
      { owner: friend, asset: coin, amount: 15_000n },
    ],
    fee: 360n,
  }
  await kit.sendTransaction(transaction as never) // of a chain that the types do not know
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
    ledger.balanceOf(friend, 'flour'),
    ledger.balanceOf(friend, coin),
    ledger.balanceOf(address, coin),
  ]).toEqual([20n, 15_000n, 984_640n])
  expect(accountId).toContain(address)
})

test('what a block undid waits again, without an order of the sender’s', async () => {
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
  expect(accountId).toContain('bip122:fake')
})

test('nothing goes to nobody', async () => {
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

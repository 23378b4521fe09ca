import type { EvmTransaction } from '@latchkey/protocol/transaction'
import { getBalance, getTransaction, readContract, sendTransaction } from 'viem/actions'
import { erc20Abi } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestPage } from '../../../chains/evm/startTestPage.ts'
import { startTestServer, sendJson } from '../../../core/testing/startTestServer.ts'
import { startTestChains } from '../../../testing/startTestChains.ts'
import { reasonOf } from '../../../session/startTestKit.ts'
import { prepareSend } from './prepareSend.ts'
import { recentRecipients } from '../recentRecipients.ts'
import { sendPrepared } from '../progress/sendPrepared.lazy.ts'
import { ether, firstNetwork as networkId, friend, self, startTestSend } from '../startTestSend.ts'

let devnet: Awaited<ReturnType<typeof startTestChains>>
beforeAll(async () => void (devnet = await startTestChains()))
afterAll(() => devnet.close())
beforeEach(() => void startTestPage())

const to = { address: friend } as const
const order = { networkId, from: self, to, token: ether }

describe('the native token', () => {
  test('a transfer costs at most the shown maximum', async () => {
    const { kit, client, mined } = await startTestSend(devnet.chains)
    const prepared = await prepareSend(kit, { ...order, amount: 10n ** 17n })
    expect(prepared).toMatchObject({
      problems: [],
      fee: { gas: 21_000n, data: 0n },
      simulation: { status: 'works', leaves: 10n ** 17n, arrives: 10n ** 17n },
    })
    const before = await getBalance(client, { address: friend })
    const hash = await sendPrepared(kit, prepared)
    const { effectiveGasPrice, gasUsed } = await mined(hash)
    expect(await getBalance(client, { address: friend })).toBe(before + 10n ** 17n)
    expect(effectiveGasPrice * gasUsed).toBeLessThanOrEqual(prepared.fee?.maxTotal ?? 0n)
    const sent = await getTransaction(client, { hash: hash as `0x${string}` })
    const { maxFeePerGas, maxPriorityFeePerGas } = prepared.transaction as EvmTransaction
    expect(sent).toMatchObject({ gas: 21_000n, maxFeePerGas, maxPriorityFeePerGas })
  })

  test('the maximum amount is the balance minus the fee, and the transfer succeeds', async () => {
    const { kit, client, mined } = await startTestSend(devnet.chains)
    const balance = await getBalance(client, { address: self })
    const prepared = await prepareSend(kit, { ...order, amount: 'max' })
    expect(prepared.problems).toEqual([])
    expect(prepared.amount).toBeLessThan(balance)
    expect(balance - prepared.amount).toBeLessThan(((prepared.fee?.maxTotal ?? 0n) * 12n) / 10n)
    const hash = await sendPrepared(kit, prepared)
    expect((await mined(hash)).status).toBe('success')
    await client.request({
      method: 'anvil_setBalance' as never,
      params: [self, `0x${(10n ** 22n).toString(16)}`] as never,
    })
  })

  test('an amount above the balance, or one that leaves nothing for the fee, can not be sent', async () => {
    const { kit, client } = await startTestSend(devnet.chains)
    const balance = await getBalance(client, { address: self })
    const tooMuch = await prepareSend(kit, { ...order, amount: balance + 1n })
    expect(tooMuch.problems).toEqual(['balance'])
    expect(await reasonOf(sendPrepared(kit, tooMuch))).toMatchObject({
      code: 'actionNotAllowed',
      details: 'balance',
    })
    expect((await prepareSend(kit, { ...order, amount: balance })).problems).toEqual(['fee'])
    expect((await prepareSend(kit, { ...order, amount: 0n })).problems).toEqual(['nothing'])
  })
})

describe('recipients', () => {
  test('a first transfer has a warning; after it the recipient is known', async () => {
    const { kit, mined } = await startTestSend(devnet.chains)
    const stranger = { address: '0x00000000000000000000000000000000000000cc' } as const
    const first = await prepareSend(kit, { ...order, to: stranger, amount: 1n })
    expect(first.warnings).toEqual([{ kind: 'firstTime' }])
    const hash = await sendPrepared(kit, first)
    await mined(hash)
    expect(recentRecipients(kit)).toEqual([{ address: stranger.address, name: undefined }])
    expect((await prepareSend(kit, { ...order, to: stranger, amount: 1n })).warnings).toEqual([])
  })

  test('the account’s own address and a contract cause a warning; the token itself and the zero address block the transfer', async () => {
    const { kit, deployToken } = await startTestSend(devnet.chains)
    const token = await deployToken('plain')
    expect(
      (await prepareSend(kit, { ...order, to: { address: self }, amount: 1n })).warnings,
    ).toEqual([{ kind: 'own' }])
    const other = await deployToken('plain')
    expect(
      (await prepareSend(kit, { ...order, token, to: { address: other.address }, amount: 1n }))
        .warnings,
    ).toEqual([{ kind: 'contract' }, { kind: 'firstTime' }])
    expect(
      (await prepareSend(kit, { ...order, token, to: { address: token.address }, amount: 1n }))
        .problems,
    ).toEqual(['tokenContract'])
    expect(
      (await prepareSend(kit, { ...order, to: { address: `0x${'0'.repeat(40)}` }, amount: 1n }))
        .problems,
    ).toEqual(['zeroAddress'])
  })

  test('an address from faked transfers has the warning `poisoned`, and a look-alike of a known one `lookAlike`', async () => {
    const { kit, client, deployToken, mined } = await startTestSend(devnet.chains)
    const token = await deployToken('plain')
    const poison = '0x7099aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa79C8'.toLowerCase() as `0x${string}`
    const lure = `0x${'ab'.repeat(20)}` as const
    for (const address of [poison, lure]) {
      const data =
        // the call pretend(address,address,uint256)
        `0x61582dd6${[self, address, '0x5'].map((part) => part.slice(2).padStart(64, '0')).join('')}` as const
      const hash = await sendTransaction(client, {
        account: friend,
        to: token.address,
        data,
        chain: null,
      })
      await mined(hash)
    }
    const known = { addresses: [friend] }
    expect(
      (await prepareSend(kit, { ...order, to: { address: poison }, amount: 1n }, known)).warnings,
    ).toEqual([{ kind: 'lookAlike', resembles: friend }])
    expect(
      (await prepareSend(kit, { ...order, to: { address: lure }, amount: 1n }, known)).warnings,
    ).toEqual([{ kind: 'poisoned' }])
  })
})

describe('tokens with unusual behaviour', () => {
  test('a token that returns nothing is sent like any other', async () => {
    const { kit, client, deployToken, mined } = await startTestSend(devnet.chains)
    const token = await deployToken('answersNothing')
    const prepared = await prepareSend(kit, { ...order, token, amount: 250n })
    expect(prepared).toMatchObject({
      problems: [],
      balance: 1_000_000n,
      simulation: { status: 'works', leaves: 250n, arrives: 250n },
    })
    const hash = await sendPrepared(kit, prepared)
    await mined(hash)
    expect(
      await readContract(client, {
        address: token.address,
        abi: erc20Abi,
        functionName: 'balanceOf',
        args: [friend],
      }),
    ).toBe(250n)
  })

  test('for a token with a fee, the arriving amount is shown', async () => {
    const { kit, deployToken } = await startTestSend(devnet.chains)
    const prepared = await prepareSend(kit, {
      ...order,
      token: await deployToken('takesFee'),
      amount: 1_000n,
    })
    expect(prepared.simulation).toEqual({ status: 'works', leaves: 1_000n, arrives: 980n })
  })

  test.each([
    ['answersFalse', undefined],
    ['reverts', 'Transfers are paused'],
    ['revertsInItsOwnWords', undefined],
  ] as const)(
    'a token with the behaviour %s is not sent, and its reason is shown',
    async (behaviour, reason) => {
      const { kit, deployToken } = await startTestSend(devnet.chains)
      const prepared = await prepareSend(kit, {
        ...order,
        token: await deployToken(behaviour),
        amount: 1n,
      })
      expect(prepared.problems).toEqual(['fails'])
      expect(prepared.simulation).toEqual({ status: 'fails', reason })
    },
  )

  test('the maximum amount of a token is the whole balance', async () => {
    const { kit, deployToken } = await startTestSend(devnet.chains)
    expect(
      await prepareSend(kit, { ...order, token: await deployToken('plain'), amount: 'max' }),
    ).toMatchObject({ amount: 1_000_000n, problems: [] })
  })
})

describe('nodes with missing methods', () => {
  test.each([
    ['eth_simulateV1'],
    [
      'eth_simulateV1',
      'eth_feeHistory',
      'eth_maxPriorityFeePerGas',
      'eth_getLogs',
      'eth_getBlockByNumber',
    ],
  ])('without %s the fee and a failing transfer are still detected', async (...unknown) => {
    const node = await startTestServer((response, { body }) => {
      const { id, method } = JSON.parse(body) as { id: number; method: string }
      if (unknown.includes(method))
        return sendJson(response, {
          jsonrpc: '2.0',
          id,
          error: { code: -32601, message: 'Method not found' },
        })
      void fetch(devnet.chains[0].rpcUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      })
        .then((answer) => answer.json())
        .then((answer) => sendJson(response, answer))
    })
    const { kit, deployToken } = await startTestSend(devnet.chains, {
      customRpcUrls: { [networkId]: [node.url] },
    })
    const works = await prepareSend(kit, {
      ...order,
      token: await deployToken('takesFee'),
      amount: 100n,
    })
    expect(works).toMatchObject({ problems: [], simulation: { status: 'works' } })
    expect(works.fee?.maxTotal).toBeGreaterThan(works.fee?.total ?? 0n)
    expect(
      await prepareSend(kit, { ...order, token: await deployToken('reverts'), amount: 1n }),
    ).toMatchObject({
      problems: ['fails'],
      simulation: { status: 'fails', reason: 'Transfers are paused' },
    })
    expect(
      await prepareSend(kit, { ...order, token: await deployToken('answersFalse'), amount: 1n }),
    ).toMatchObject({ problems: ['fails'] })
  })

  test('if the node’s answer is invalid, preparing a transfer fails with `answerInvalid`', async () => {
    const node = await startTestServer((response, { body }) =>
      sendJson(response, {
        jsonrpc: '2.0',
        id: (JSON.parse(body) as { id: number }).id,
        result: 'nonsense',
      }),
    )
    const { kit } = await startTestSend(devnet.chains, {
      customRpcUrls: { [networkId]: [node.url] },
    })
    expect(await reasonOf(prepareSend(kit, { ...order, amount: 1n }))).toMatchObject({
      code: 'answerInvalid',
    })
  })

  test('if the signal aborts, prepareSend fails with `requestAborted`', async () => {
    const node = await startTestServer(() => {})
    const { kit } = await startTestSend(devnet.chains, {
      customRpcUrls: { [networkId]: [node.url] },
    })
    const controller = new AbortController()
    const reason = reasonOf(
      prepareSend(kit, { ...order, amount: 1n }, { signal: controller.signal }),
    )
    controller.abort()
    expect(await reason).toMatchObject({ code: 'requestAborted' })
  })
})

test('a refusal in the wallet fails with `userRejected`, and no recipient is stored', async () => {
  const { kit, wallet } = await startTestSend(devnet.chains)
  wallet.setBehaviour('refuse')
  expect(
    await reasonOf(sendPrepared(kit, await prepareSend(kit, { ...order, amount: 1n }))),
  ).toMatchObject({ code: 'userRejected' })
  expect(recentRecipients(kit)).toEqual([])
})

test('a transfer prepared for one network is not sent on another', async () => {
  const { kit } = await startTestSend(devnet.chains)
  const prepared = await prepareSend(kit, { ...order, amount: 1n })
  await kit.switchNetwork({ networkId: 'eip155:31338' })
  expect(await reasonOf(sendPrepared(kit, prepared))).toMatchObject({ code: 'chainDisconnected' })
})

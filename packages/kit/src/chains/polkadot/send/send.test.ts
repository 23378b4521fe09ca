import { fromHex } from '@latchkey/protocol/hex'
import { writeSs58 } from '@latchkey/protocol/chains/ss58'
import { spelledFor } from '@latchkey/protocol/chains/polkadotNetworks'
import { expect, test, vi } from 'vitest'
import { facetOf } from '../../../core/accounts/facetOf.ts'
import { rememberRecipient } from '../../../domains/send/recentRecipients.ts'
import { prepareSend } from '../../../domains/send/review/prepareSend.ts'
import { sendPrepared } from '../../../domains/send/progress/sendPrepared.lazy.ts'
import { reasonOf } from '../../../session/startTestKit.ts'
import { startTestMoney, newAccount } from '../startTestMoney.ts'
import type { TestFunds } from '../startTestMoney.ts'
import { hexOf } from '../wire/bytes.ts'
import { writeCall, writeTransfer } from '../wire/calls.ts'
import { readExtrinsic } from '../wire/extrinsic.ts'

type Started = Awaited<ReturnType<typeof startTestMoney>>
const token = { symbol: 'DOT', decimals: 10 }

const prepare = (
  { kit, networkId, me, friend }: Started,
  amount: bigint | 'max' = 5_000_000_000n,
  to = friend,
) => prepareSend(kit, { networkId, from: me, to: { address: to }, token, amount })

const start = async (funds: TestFunds = {}) => {
  const started = await startTestMoney(funds)
  return {
    ...started,
    send: async (amount?: bigint | 'max') =>
      sendPrepared(started.kit, await prepare(started, amount)),
  }
}

test('a recipient whose account is new gets at least the minimum, and the refusal names it', async () => {
  const started = await start({ hasMinimum: false })
  const { deposit } = started.node
  expect(await prepare(started, deposit - 1n)).toMatchObject({
    problems: ['fails'],
    simulation: { status: 'fails', fault: 'newAccount', minimum: deposit },
  })
  await started.send(deposit)
  expect(started.node.accountOf(started.friend).free).toBe(deposit)
})

test('a payment that would leave less than the minimum is refused; the whole balance is sent', async () => {
  const started = await start({ amount: 2_000_000_000n })
  const { node, friend, me } = started
  const { reserve = 0n } = (await prepare(started, 1n)).fee ?? {}
  const { simulation } = await prepare(started, 2_000_000_000n - reserve - 1n)
  expect(simulation).toMatchObject({ fault: 'remainder', minimum: node.deposit })
  const before = node.accountOf(friend).free
  const whole = await prepare(started, 'max')
  await sendPrepared(started.kit, whole)
  expect(node.accountOf(friend).free - before).toBe(whole.amount)
  expect(node.accountOf(me).free).toBe(0n)
})

test('what is locked is shown and stays', async () => {
  const started = await start({
    amount: 2_000_000_000n,
    parts: { reserved: 300_000_000n, frozen: 1_000_000_000n, consumers: 1 },
  })
  const { node, me } = started
  const whole = await prepare(started, 'max')
  expect(whole).toMatchObject({
    problems: [],
    balance: 2_300_000_000n,
    untouched: [{ kind: 'locked', amount: 1_000_000_000n }],
  })
  expect((await prepare(started, 1_500_000_000n)).simulation).toEqual({
    status: 'fails',
    fault: 'locked',
  })
  await sendPrepared(started.kit, whole)
  expect(node.accountOf(me)).toMatchObject({ free: 700_000_000n, reserved: 300_000_000n })
})

test('a recipient that looks like a known one is told', async () => {
  const started = await start()
  const { kit, networkId, me } = started
  // found by a search: the addresses begin and end alike
  const [ann, similar] = [
    'd43593c715fdd31c61141abd04a99fd6822c8558854ccde39a5684e7a56da27d',
    'd43593c715fdd31c61141abd04a99fd6822c8559854ccde39a5684e7003c12db',
  ].map((key) => writeSs58(fromHex(key), 0)) as [string, string] // the cast: there are two
  const warningsOf = async () => {
    const order = { networkId, from: me, to: { address: similar }, token, amount: 1n }
    return (await prepareSend(kit, order)).warnings
  }
  expect(await warningsOf()).toEqual([{ kind: 'firstTime' }])
  rememberRecipient(kit, { address: spelledFor('polkadot:', ann) ?? '' }, 'polkadot')
  expect(await warningsOf()).toEqual([
    { kind: 'lookAlike', resembles: spelledFor('polkadot:', ann) },
  ])
})

test('two payments at the same time have two nonces, and both arrive', async () => {
  const { send, node, friend } = await start({ node: { isHeld: true } })
  const before = node.accountOf(friend).free
  const hashes = await Promise.all([send(1_000_000_000n), send(1_000_000_000n)])
  expect(new Set(hashes).size).toBe(2)
  node.mine()
  expect(node.accountOf(friend).free - before).toBe(2_000_000_000n)
})

test('a payment waits for the wallet’s answer to the one before, and has its nonce if that was refused', async () => {
  const answers: (() => void)[] = []
  let isAsked = false
  const { send, node, me } = await start({
    wallet: {
      confirm: ({ kind }) =>
        kind === 'connect'
          ? Promise.resolve()
          : new Promise((resolve, reject) => {
              if (isAsked) return resolve(undefined)
              isAsked = true
              answers.push(() => reject(new Error('Cancelled')))
            }),
    },
  })
  const first = reasonOf(send(1_000_000_000n))
  await vi.waitFor(() => expect(answers).toHaveLength(1))
  const second = send(1_000_000_000n)
  answers[0]?.()
  expect(await first).toMatchObject({ code: 'userRejected' })
  await second
  expect(node.accountOf(me).nonce).toBe(1)
})

test('an account of an ecdsa key pays the fee of its longer signature', async () => {
  const fees = new Map<string, bigint | undefined>()
  for (const keyType of ['sr25519', 'ecdsa'] as const) {
    const started = await start({ keyType })
    const prepared = await prepare(started)
    fees.set(keyType, prepared.fee?.total)
    const before = started.node.accountOf(started.me).free
    await sendPrepared(started.kit, prepared)
    const paid = before - started.node.accountOf(started.me).free - prepared.amount
    expect(paid).toBe(prepared.fee?.total)
  }
  expect((fees.get('ecdsa') ?? 0n) - (fees.get('sr25519') ?? 0n)).toBe(10_000n)
})

test('a wallet may add the hash of the metadata; the network decides whether it is right', async () => {
  const metadataHash = new Uint8Array(32).fill(8)
  const right = await start({
    node: { metadataHash },
    wallet: { metadataHash: hexOf(metadataHash) },
  })
  await right.send()
  const [extrinsic] = right.node.chain.blocks.at(-1)?.extrinsics ?? []
  const read = readExtrinsic(
    right.node.runtime,
    Uint8Array.from(Buffer.from(extrinsic?.slice(2) ?? '', 'hex')),
  )
  expect(read?.kind === 'signed' && read.extensions['CheckMetadataHash']).toEqual(Uint8Array.of(1))
  const wrong = await start({
    node: { metadataHash },
    wallet: { metadataHash: `0x${'09'.repeat(32)}` },
  })
  expect(await reasonOf(wrong.send())).toMatchObject({
    code: 'transactionRejected',
    refusal: 'unsigned',
    isUnsent: true,
  })
})

test('a transaction that the pool has already counts as sent', async () => {
  const { send, node, friend } = await start({ node: { isHeld: true } })
  // the node takes it, and its answer is lost; the second attempt says that it is known
  let attempts = 0
  node.answer = (method, _, honest) => {
    if (method !== 'author_submitExtrinsic') return honest()
    attempts++
    if (attempts === 1) {
      honest()
      throw Object.assign(new Error('Transaction Already Imported'), { code: 1013 })
    }
    return honest()
  }
  await send()
  const before = node.accountOf(friend).free
  node.mine()
  expect(node.accountOf(friend).free - before).toBe(5_000_000_000n)
})

test('a transaction whose answer was lost and that a block has counts as sent', async () => {
  const { send, node, friend } = await start()
  node.answer = (method, _, honest) => {
    if (method !== 'author_submitExtrinsic') return honest()
    honest()
    throw Object.assign(new Error('Invalid Transaction'), {
      code: 1010,
      data: 'Transaction is outdated',
    })
  }
  const hash = await send()
  expect(hash).toMatch(/^0x[\da-f]{64}$/)
  expect(node.accountOf(friend).free).toBe(node.deposit + 5_000_000_000n)
})

test('a transaction that a node passes on and reports as refused is not paid twice', async () => {
  const started = await start({ node: { isHeld: true } })
  const { send, node, friend } = started
  const before = node.accountOf(friend).free
  const pay = async () => reasonOf(send(1_000_000_000n))
  // the node has it, says that it refused it, and hides it when it is asked
  let isHiding = true
  node.answer = (method, _, honest) => {
    const answer = honest()
    if (method === 'system_accountNextIndex' && isHiding) return 0
    if (method !== 'author_submitExtrinsic' || !isHiding) return answer
    throw Object.assign(new Error('Invalid Transaction'), { code: 1010, data: 'bad signature' })
  }
  expect(await pay()).toMatchObject({ code: 'transactionRejected', isUnsent: true })
  isHiding = false
  // the second one has the same nonce
  expect(await pay()).toMatchObject({ code: 'transactionRejected', isUnsent: true })
  node.mine()
  expect(await pay()).toMatchObject({ code: 'transactionRejected', refusal: 'nonce' })
  node.mine()
  expect(node.accountOf(friend).free - before).toBe(1_000_000_000n)
  // the visitor has been told, so that the next one is another payment
  expect(await pay()).toBe('fulfilled')
  node.mine()
  expect(node.accountOf(friend).free - before).toBe(2_000_000_000n)
})

test('a refused transaction does not hold up the next ones', async () => {
  const { send, node, friend } = await start({ node: { isHeld: true, finalityLag: 2 } })
  const before = node.accountOf(friend).free
  node.answer = (method, _, honest) => {
    if (method !== 'author_submitExtrinsic') return honest()
    throw Object.assign(new Error('Invalid Transaction'), { code: 1010, data: 'bad signature' })
  }
  expect(await reasonOf(send(1_000_000_000n))).toMatchObject({ code: 'transactionRejected' })
  node.answer = undefined
  await send(1_000_000_000n)
  await send(1_000_000_000n)
  node.mine()
  expect(node.accountOf(friend).free - before).toBe(2_000_000_000n)
})

test('a refused transaction whose nonce is used counts as sent', async () => {
  const { send, node, friend } = await start({ node: { isHeld: true } })
  node.answer = (method, _, honest) => {
    const answer = honest()
    if (method !== 'author_submitExtrinsic') return answer
    throw Object.assign(new Error('Invalid Transaction'), { code: 1010, data: 'outdated' })
  }
  const before = node.accountOf(friend).free
  expect(await send(1_000_000_000n)).toMatch(/^0x/)
  node.mine()
  expect(node.accountOf(friend).free - before).toBe(1_000_000_000n)
})

test('a transaction that the pool had before, and does not take again, counts as sent', async () => {
  const { send, node, friend } = await start()
  // the node takes it, its answer is lost, and a block has it before the second attempt
  node.answer = (method, _, honest) => {
    if (method !== 'author_submitExtrinsic') return honest()
    honest()
    throw Object.assign(new Error('Transaction is temporarily banned'), { code: 1012 })
  }
  expect(await send()).toMatch(/^0x[\da-f]{64}$/)
  expect(node.accountOf(friend).free).toBe(node.deposit + 5_000_000_000n)
})

test.each([
  ['Transaction is outdated', 'nonce'],
  ['Inability to pay some fees (e.g. account balance too low)', 'funds'],
  ['Transaction has a bad signature', 'unsigned'],
  ['Transaction has an ancient birth block', 'late'],
  ['Transaction dispatch is mandatory; transactions must not be validated.', 'other'],
  ['The operation failed', 'other'],
])('a refusal of the pool is told: %s', async (data, refusal) => {
  const { send, node, kit } = await start()
  node.answer = (method, _, honest) => {
    if (method !== 'author_submitExtrinsic') return honest()
    throw Object.assign(new Error('Invalid Transaction'), { code: 1010, data })
  }
  expect(await reasonOf(send())).toMatchObject({
    code: 'transactionRejected',
    refusal,
    isUnsent: true,
  })
  expect(kit.getState().pending ?? []).toEqual([])
})

test('a site sends any call of the network, and nothing that is no call', async () => {
  const { kit, node } = await start()
  const remark = writeCall(node.runtime, {
    pallet: 'System',
    name: 'remark',
    parameters: { remark: Uint8Array.of(1, 2, 3) },
  })
  expect(await kit.sendTransaction({ method: hexOf(remark) })).toMatch(/^0x/)
  expect(kit.getState().pending?.[0]?.description).toEqual({ operationType: 'execute' })
  const to = spelledFor(node.networkId, newAccount().address) ?? ''
  await kit.sendTransaction({
    method: hexOf(writeTransfer(node.runtime, { to, amount: 15_000_000_000n })),
  })
  expect(kit.getState().pending?.[0]?.description).toMatchObject({
    operationType: 'send',
    sentTo: to,
    transfers: [{ quantity: '1.5', symbol: 'DOT', direction: 'out' }],
  })
  for (const method of ['0x', '0xff', '0xffff', hexOf(Uint8Array.of(...remark, 0))] as const)
    expect(await reasonOf(kit.sendTransaction({ method }))).toMatchObject({ code: 'invalidParams' })
})

test('a node of another network gets no question about an account', async () => {
  const started = await start({ node: { chain: 'asset-hub-kusama' } })
  started.node.answer = (method, params, honest) =>
    method === 'chain_getBlockHash' && params[0] === 0 ? `0x${'12'.repeat(32)}` : honest()
  const other = await start()
  other.node.answer = started.node.answer
  const { getBalances } = await facetOf(other.kit, other.networkId, 'assets')
  expect(
    await reasonOf(getBalances({ address: other.me, networkId: other.networkId, tokens: [] })),
  ).toMatchObject({ code: 'answerInvalid' })
  expect(await reasonOf(prepare(other))).toMatchObject({ code: 'answerInvalid' })
  expect(new Set(other.node.requests.map(({ method }) => method))).toEqual(
    new Set(['chain_getBlockHash']),
  )
})

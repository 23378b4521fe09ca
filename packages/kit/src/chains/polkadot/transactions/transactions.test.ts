import { expect, test, vi } from 'vitest'
import { facetOf } from '../../../core/accounts/facetOf.ts'
import { prepareSend } from '../../../domains/send/review/prepareSend.ts'
import { sendPrepared } from '../../../domains/send/progress/sendPrepared.lazy.ts'
import { signPayload } from '../../../testing/polkadot/signPayload.ts'
import { startTestMoney } from '../startTestMoney.ts'
import type { TestFunds } from '../startTestMoney.ts'
import { rememberSent } from '../send/sentTransactions.ts'
import { hexOf } from '../wire/bytes.ts'
import { writeCall, writeTransfer } from '../wire/calls.ts'
import { createPayload } from '../wire/payload.ts'

/**
 * Waits longer than the default of one second, and lets the clock advance less often, because a
 * busy machine is slow: a request has 10 s of this clock.
 */
const waiting = { timeout: 25_000, interval: 400 }

/** A kit that has sent a payment, which waits in the pool. */
async function start(funds: TestFunds = {}) {
  const started = await startTestMoney({ node: { isHeld: true }, ...funds })
  const { kit, networkId, me, friend, clock, node } = started
  const hash = await sendPrepared(
    kit,
    await prepareSend(kit, {
      networkId,
      from: me,
      to: { address: friend },
      token: { symbol: 'DOT', decimals: 10 },
      amount: 5_000_000_000n,
    }),
  )
  const pending = () => kit.getState().pending?.[0]
  await vi.waitFor(
    () => expect(pending()).toMatchObject({ nonce: 0, lastHeight: expect.any(Number) as number }),
    waiting,
  )
  const facet = await facetOf(kit, networkId, 'transactions')
  const lookUp = async () => {
    const entry = pending()
    if (!entry) throw new Error('Nothing was sent')
    return facet.createLookup()(entry)
  }
  /** Lets the kit look until the transaction has a status. */
  const until = (status: string) =>
    vi.waitFor(() => {
      clock.advance(4_000)
      expect(pending()?.status).toBe(status)
    }, waiting)
  /** Sends another transaction of the same account, as another wallet would. */
  const sendElsewhere = (method: `0x${string}`, nonce: number) => {
    const birth = node.chain.head
    const payload = createPayload(node.runtime, {
      address: me,
      call: Uint8Array.from(Buffer.from(method.slice(2), 'hex')),
      genesisHash: node.genesisHash,
      blockHash: node.chain.blocks[birth]?.hash ?? '0x',
      height: birth,
      nonce,
    })
    return node.chain.submit(signPayload(started.own.key, payload).signedTransaction)
  }
  return { ...started, hash, pending, facet, lookUp, until, sendElsewhere }
}

test('a payment waits until a block has it, and is final when its block is', async () => {
  const { node, facet, hash, networkId, lookUp, until, pending } = await start({
    node: { isHeld: true, finalityLag: 3 },
  })
  expect(await lookUp()).toEqual({ kind: 'waiting', nonce: 0, replacementKey: '0' })
  expect(await facet.countConfirmations?.({ networkId, hash })).toBe(0)
  node.mine()
  expect(await lookUp()).toMatchObject({ kind: 'mined', blockTime: node.chain.blocks.at(-1)?.time })
  await until('mined')
  expect(pending()?.lastHeight).toBe(97 + 2 + 63) // the friend and the sender were funded before
  expect(await facet.countConfirmations?.({ networkId, hash })).toBe(1)
  node.mine(2)
  expect(await facet.countConfirmations?.({ networkId, hash })).toBe(3)
  node.mine()
  expect(await facet.countConfirmations?.({ networkId, hash })).toBe('final')
})

test('a failure has the name of its error', async () => {
  const { kit, node, hash, until, pending, facet, networkId } = await start()
  node.mine()
  const method = hexOf(
    writeCall(node.runtime, {
      pallet: 'Balances',
      name: 'burn',
      parameters: { value: 1n, keep_alive: true },
    }),
  )
  const failing = await kit.sendTransaction({ method })
  node.mine()
  await until('failed')
  expect(pending()).toMatchObject({ hash: failing, reason: 'Balances.InsufficientBalance' })
  expect(await facet.readFee({ networkId, hash: failing })).toBeGreaterThan(0n)
  expect(failing).not.toBe(hash)
})

test('a payment that no block has included by the end of its era has expired', async () => {
  const { node, lookUp, until, pending } = await start({ node: { isHeld: true, finalityLag: 5 } })
  node.chain.pool = []
  const lastHeight = pending()?.lastHeight ?? 0
  node.mine(lastHeight - node.chain.head)
  expect((await lookUp()).kind).toBe('waiting')
  // the last block that can have it is not final yet
  node.mine(4)
  expect((await lookUp()).kind).toBe('waiting')
  node.mine()
  expect((await lookUp()).kind).toBe('expired')
  await until('dropped')
  expect(pending()?.isExpired).toBe(true)
})

test('a block that is undone takes its payment with it', async () => {
  const { node, lookUp, until } = await start({ node: { isHeld: true, finalityLag: 5 } })
  const pool = [...node.chain.pool]
  node.mine()
  await until('mined')
  node.chain.undo(1)
  expect((await lookUp()).kind).toBe('waiting')
  await until('pending')
  node.chain.pool = pool
  node.mine(2)
  await until('mined')
})

test('another transaction with the same nonce replaces a payment, or cancels it', async () => {
  for (const kind of ['replaced', 'cancelled'] as const) {
    const { node, me, friend, until, pending, sendElsewhere } = await start()
    node.chain.pool = []
    const to = kind === 'replaced' ? friend : me
    const method = hexOf(writeTransfer(node.runtime, { to, amount: 1_000_000_000n }))
    const rival = sendElsewhere(method, 0)
    node.mine(2)
    await until(kind)
    expect(pending()).toMatchObject({ status: kind, replacedBy: rival })
  }
})

test('a result that the node has forgotten is not said to be a success', async () => {
  const { node, lookUp } = await start()
  node.mine()
  node.answer = (method, params, honest) => {
    if (method === 'state_getStorage' && params.length > 1)
      throw Object.assign(new Error('Client error: State already discarded'), { code: 4003 })
    return honest()
  }
  expect(await lookUp()).toMatchObject({ kind: 'unknown', mayReturn: true })
})

test('final blocks are read once', async () => {
  const { node, lookUp } = await start({ node: { isHeld: true, finalityLag: 2 } })
  node.chain.pool = []
  node.mine(10)
  await lookUp()
  const count = () => node.requests.filter(({ method }) => method === 'chain_getBlock').length
  const before = count()
  await lookUp()
  await lookUp()
  expect(count()).toBe(before)
  node.mine()
  await lookUp()
  expect(count()).toBe(before + 1)
})

test('a hash that nobody has sent is unknown, and a text that is no hash asks nothing', async () => {
  const { facet, networkId, me, node } = await start()
  const of = (hash: string) =>
    facet.createLookup()({ hash, networkId, address: me, sentAt: 0, status: 'pending' })
  expect((await of(`0x${'ab'.repeat(32)}`)).kind).toBe('unknown')
  const { length } = node.requests
  expect((await of('abc')).kind).toBe('unknown')
  expect(node.requests.length).toBe(length)
})

test('a node that is behind the one before does not end a payment that a block has', async () => {
  const { node, hash, lookUp, pending, until } = await start({
    node: { isHeld: true, finalityLag: 0 },
  })
  node.mine()
  const at = node.chain.head
  const lastHeight = pending()?.lastHeight ?? 0
  node.mine(lastHeight - at)
  // one node behind the URL says that all blocks are final, the other has none from there on
  for (const isBehind of [
    (method: string, params: readonly unknown[]) =>
      method === 'chain_getBlockHash' && Number(params[0]) >= at,
    (method: string, params: readonly unknown[]) => method === 'chain_getHeader' && !params[0],
  ]) {
    node.answer = (method, params, honest) => {
      if (!isBehind(method, params)) return honest()
      return method === 'chain_getHeader'
        ? { number: `0x${(at - 1).toString(16)}`, parentHash: node.genesisHash }
        : null
    }
    expect((await lookUp()).kind).toBe('waiting')
    expect((await lookUp()).kind).toBe('waiting')
  }
  node.answer = undefined
  expect((await lookUp()).kind).toBe('mined')
  await until('mined')
  expect(pending()?.hash).toBe(hash)
})

test('the last height of a payment is its own, also if another account has paid since', async () => {
  const { kit, facet, networkId, hash, pending } = await start()
  const other = `0x${'cd'.repeat(32)}`
  rememberSent(kit, other, { networkId, nonce: 4, lastHeight: 500 })
  expect(await facet.readLastHeight?.({ networkId, hash })).toBe(pending()?.lastHeight)
  expect(await facet.readLastHeight?.({ networkId, hash: other })).toBe(500)
})

test('blocks with very many transactions are read again, and fill no memory', async () => {
  const { node, lookUp } = await start({ node: { isHeld: true, finalityLag: 5 } })
  node.chain.pool = []
  const readAgain = async (count: number) => {
    node.mine()
    node.answer = (method, _, honest) =>
      method === 'chain_getBlock'
        ? { block: { extrinsics: Array<string>(count).fill('0x00') } }
        : honest()
    await lookUp()
    const { length } = node.requests
    await lookUp()
    return node.requests.slice(length).filter(({ method }) => method === 'chain_getBlock').length
  }
  expect(await readAgain(2_000)).toBe(0)
  expect(await readAgain(2_001)).toBe(1)
})

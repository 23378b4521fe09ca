/**
 * A node answers anything. The kit then reports an error or an unknown state, and never a wrong
 * balance, another payment, or the end of a transaction.
 */
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { facetOf } from '../../core/accounts/facetOf.ts'
import { KitError } from '../../core/errors/KitError.ts'
import { prepareSend } from '../../domains/send/review/prepareSend.ts'
import { sendPrepared } from '../../domains/send/progress/sendPrepared.lazy.ts'
import { reasonOf } from '../../session/startTestKit.ts'
import { startTestMoney } from './startTestMoney.ts'
import type { TestFunds } from './startTestMoney.ts'
import { hexOf } from './wire/bytes.ts'
import { readExtrinsic } from './wire/extrinsic.ts'

const token = { symbol: 'DOT', decimals: 10 }
const amount = 5_000_000_000n

async function start(funds?: TestFunds) {
  const started = await startTestMoney(funds)
  const { kit, networkId, me, friend } = started
  const prepare = () =>
    prepareSend(kit, { networkId, from: me, to: { address: friend }, token, amount })
  return { ...started, prepare }
}

/** Values that a node may answer in place of a right one. */
const anything = fc.oneof(
  fc.constantFrom(null, '', '0x', '0x00', '0x01', 0, -1, 1.5, {}, [], true, 2 ** 53),
  fc.uint8Array({ maxLength: 120 }).map(hexOf),
  fc.jsonValue({ maxDepth: 2 }),
)

/** An error that the kit reports in words. Undefined where there is none. */
async function faultOf(task: Promise<unknown>): Promise<KitError | undefined> {
  const error = await reasonOf(task)
  if (error !== undefined && !KitError.is(error)) throw error
  return error
}

test('any answer to a question for the balance is the balance, or an error', async () => {
  const { kit, networkId, me, node } = await start()
  const { getBalances } = await facetOf(kit, networkId, 'assets')
  const read = () => getBalances({ address: me, networkId, tokens: [] })
  expect(await read()).toEqual([100_000_000_000n])
  await fc.assert(
    fc.asyncProperty(anything, async (value) => {
      node.answer = (method, _, honest) => (method === 'state_getStorage' ? value : honest())
      if (value === null) {
        // there is no account
        expect(await read()).toEqual([0n])
        return
      }
      const isAccount = typeof value === 'string' && /^0x[\da-f]{160}$/.test(value)
      if (!isAccount) expect((await faultOf(read()))?.code).toBe('answerInvalid')
    }),
    { numRuns: 60, seed: 7 },
  )
})

test('whatever one method answers, a preview is an error or what was asked, with a bounded fee', async () => {
  const methods = [
    'chain_getBlockHash',
    'state_getStorage',
    'state_getRuntimeVersion',
    'state_call',
  ]
  const honest = await start()
  const { transaction } = await honest.prepare()
  const started = await start()
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...methods), anything, async (liar, value) => {
      started.node.answer = (method, params, truth) => {
        // the genesis was checked before, and is not asked again
        const isLie = method === liar && params[0] !== 'Metadata_metadata_at_version'
        return isLie ? value : truth()
      }
      try {
        const prepared = await started.prepare()
        const { method } = (prepared.transaction ?? {}) as { method?: string } // a call
        if (method !== undefined && prepared.problems.length === 0)
          expect(method.slice(72)).toBe((transaction as { method: string }).method.slice(72))
        expect(prepared.fee?.total ?? 0n).toBeLessThanOrEqual(1n << 100n)
      } catch (error) {
        if (!KitError.is(error)) throw error
      }
    }),
    { numRuns: 60, seed: 7 },
  )
})

test('metadata of another form is an error, and is asked again', async () => {
  const { node, prepare } = await start()
  for (const metadata of [
    '0x00',
    '0x01',
    '0x',
    null,
    7,
    '0x01086d657461',
    `0x0110${'6d657461'}0f`,
  ]) {
    node.answer = (method, params, honest) =>
      params[0] === 'Metadata_metadata_at_version' || method === 'state_getMetadata'
        ? metadata
        : honest()
    expect((await faultOf(prepare()))?.code).toBe('answerInvalid')
  }
  node.answer = undefined
  expect((await prepare()).problems).toEqual([])
})

test('the metadata of another version of the runtime is not used, and is asked again', async () => {
  const { node, prepare } = await start()
  node.answer = (method, _, honest) =>
    method === 'state_getRuntimeVersion'
      ? { ...(honest() as object), specVersion: node.runtime.specVersion + 1 }
      : honest()
  expect((await faultOf(prepare()))?.code).toBe('answerInvalid')
  node.answer = undefined
  expect((await prepare()).problems).toEqual([])
  const metadata = node.requests.filter(
    ({ params }) => params[0] === 'Metadata_metadata_at_version',
  )
  expect(metadata).toHaveLength(2)
})

test('what a node says before a signature changes at most the nonce and the era', async () => {
  const started = await start({ node: { isHeld: true } })
  const { kit, node, prepare, me } = started
  const prepared = await prepare()
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('system_accountNextIndex', 'chain_getFinalizedHead', 'chain_getHeader'),
      anything,
      async (liar, value) => {
        const sent: string[] = []
        node.answer = (method, params, honest) => {
          if (method === 'author_submitExtrinsic') {
            sent.push(String(params[0]))
            throw Object.assign(new Error('Invalid Transaction'), { code: 1010, data: 'outdated' })
          }
          return method === liar ? value : honest()
        }
        const fault = await faultOf(sendPrepared(kit, prepared))
        for (const bytes of sent) {
          const read = readExtrinsic(
            node.runtime,
            Uint8Array.from(Buffer.from(bytes.slice(2), 'hex')),
          )
          if (read?.kind !== 'signed') throw new Error('It is signed')
          expect(hexOf(read.call)).toBe((prepared.transaction as { method: string }).method)
          expect(read.extensions['ChargeAssetTxPayment']).toEqual(new Uint8Array(2))
        }
        if (sent.length === 0) expect(fault?.isUnsent).toBe(true)
      },
    ),
    { numRuns: 40, seed: 7 },
  )
  node.answer = undefined
  node.mine()
  expect(node.accountOf(me).free).toBe(100_000_000_000n)
})

test('no answer about blocks ends a waiting payment, but that no final block has it', async () => {
  const { kit, node, prepare, networkId } = await start({ node: { isHeld: true } })
  await sendPrepared(kit, await prepare())
  const entry = () => kit.getState().pending?.[0]
  await vi.waitFor(() => expect(entry()?.lastHeight).toBeTypeOf('number'))
  const { createLookup } = await facetOf(kit, networkId, 'transactions')
  const liars = ['chain_getBlock', 'chain_getBlockHash', 'chain_getHeader', 'state_getStorage']
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...liars), anything, async (liar, value) => {
      node.answer = (method, _, honest) => (method === liar ? value : honest())
      const transaction = entry()
      if (!transaction) throw new Error('It was sent')
      try {
        const state = await createLookup()(transaction)
        expect(['waiting', 'unknown', 'overtaken']).toContain(state.kind)
        // an account of the right form may be a lie; the kit looks twice, and then for the rival
        if (state.kind === 'overtaken') expect(liar).toBe('state_getStorage')
      } catch (error) {
        if (!KitError.is(error)) throw error
      }
    }),
    { numRuns: 60, seed: 7 },
  )
})

test.each(['events', 'block'])('a payment whose %s can’t be read did not succeed', async (kind) => {
  const { kit, node, prepare, networkId } = await start()
  await sendPrepared(kit, await prepare())
  const { createLookup } = await facetOf(kit, networkId, 'transactions')
  await vi.waitFor(() => expect(kit.getState().pending?.[0]?.lastHeight).toBeTypeOf('number'))
  await fc.assert(
    fc.asyncProperty(anything, async (value) => {
      node.answer = (method, params, honest) =>
        kind === 'events' && method === 'state_getStorage' && params.length > 1
          ? value
          : kind === 'block' && method === 'chain_getBlock'
            ? value
            : honest()
      const transaction = kit.getState().pending?.[0]
      if (!transaction) throw new Error('It was sent')
      const state = await createLookup()(transaction).catch((error: unknown) => {
        if (!KitError.is(error)) throw error
        return { kind: 'error' }
      })
      expect(state.kind).not.toBe('failed')
      if (kind === 'events') expect(state.kind).not.toBe('mined')
    }),
    { numRuns: 40, seed: 7 },
  )
})

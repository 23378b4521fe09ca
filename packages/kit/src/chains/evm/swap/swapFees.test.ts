import { beforeEach, describe, expect, test } from 'vitest'
import { callIn, startTestNode, wordOf } from '../startTestNode.ts'
import type { NodeAnswer } from '../startTestNode.ts'
import { kitError } from '../../../core/errors/errors.ts'
import type { Chain } from '../provider/chain.ts'
import { startTestPage } from '../startTestPage.ts'
import { approveCall } from './calls.ts'
import { readReserve, roughFee } from './swapFees.ts'

beforeEach(() => void startTestPage())

const self = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const token = `0x${'aa'.repeat(20)}`
const built = { to: token, value: 0n, data: `0x${'12'.repeat(500)}`, gas: 200_000n } as const
const approvals = [approveCall(token, self, 5n)]
const peak = 10n ** 16n

/**
 * Networks that charge `peak` for each transaction in addition to Ethereum's gas. An oracle reports
 * it, or it is charged as gas at 1 gwei.
 */
const networks: { readonly [name: string]: NodeAnswer } = {
  'an OP chain': (request) =>
    callIn(request).to === '0x420000000000000000000000000000000000000f'
      ? wordOf(peak / 2n)
      : undefined,
  Scroll: (request) =>
    callIn(request).to === '0x5300000000000000000000000000000000000002' ? wordOf(peak) : undefined,
  'Arbitrum or zkSync, in the gas': ({ method }) =>
    method === 'eth_estimateGas' ? `0x${(10_000_000n + 200_000n).toString(16)}` : undefined,
}

describe.each(Object.entries(networks))('swap fees on %s', (_, answer) => {
  test('the reserve of a swap includes its data fee', async () => {
    const plain = await readReserve((await startTestNode()).chain)
    expect(await readReserve((await startTestNode(answer)).chain)).toBeGreaterThan(plain + peak)
  })

  test('a swap with an approval shows the data fee of both transactions', async () => {
    const plan = { built, approvals, method: 'approve' } as const
    const plain = await roughFee((await startTestNode()).chain, self, plan, undefined)
    const fee = await roughFee((await startTestNode(answer)).chain, self, plan, undefined)
    expect(fee?.max).toBeGreaterThan((plain?.max ?? 0n) + 2n * peak)
    expect(fee?.total).toBeGreaterThanOrEqual((plain?.total ?? 0n) + 2n * peak)
  })

  test('a swap with a permit shows only the data fee of the swap', async () => {
    const plan = { built, approvals, method: 'permit' } as const
    const fee = await roughFee((await startTestNode(answer)).chain, self, plan, undefined)
    expect(fee?.max).toBeGreaterThan(peak)
    expect(fee?.max).toBeLessThan(2n * peak * 11n)
  })
})

test('if the oracle is unavailable, the fee of a swap is unknown', async () => {
  const { chain } = await startTestNode()
  const request: Chain['request'] = async (method, params) => {
    if (method === 'eth_call') throw kitError('httpFailed', { status: 503 })
    return chain.request(method, params)
  }
  const unavailable: Chain = { ...chain, request }
  expect(
    await roughFee(unavailable, self, { built, approvals, method: 'approve' }, undefined),
  ).toBeUndefined()
  await expect(readReserve(unavailable)).rejects.toMatchObject({ code: 'httpFailed' })
})

test('on other networks, the fee of a swap contains only the fee of the gas', async () => {
  const { chain } = await startTestNode()
  expect(await roughFee(chain, self, { built, approvals, method: 'approve' }, undefined)).toEqual({
    total: 260_000n * 2n * 10n ** 9n,
    max: (260_000n * 5n * 10n ** 9n) / 2n,
  })
  expect(await readReserve(chain)).toBe((300_000n * 5n * 10n ** 9n * 11n) / 20n)
})

test('if the gas of the second approval cannot be estimated, the gas of the first approval is used', async () => {
  let requestCount = 0
  const { chain } = await startTestNode(({ method, params }) => {
    if (method !== 'eth_estimateGas' || !JSON.stringify(params).includes('095ea7b3'))
      return undefined
    requestCount++
    if (JSON.stringify(params).includes(wordOf(5n).slice(2))) throw new Error('reset first')
    return '0x186a0'
  })
  const fee = await roughFee(
    chain,
    self,
    { built, approvals: [approveCall(token, self, 0n), ...approvals], method: 'approve' },
    undefined,
  )
  expect(requestCount).toBe(2)
  expect(fee?.total).toBe((200_000n + 2n * 120_000n) * 2n * 10n ** 9n)
})

import { getAddress } from 'viem'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { startTestPage } from '../../chains/evm/startTestPage.ts'
import { reasonOf, startTestKit, startTestWallet } from '../../session/startTestKit.ts'
import { toWalletError } from '../../core/requests/walletError.lazy.ts'
import { systemClock } from '../../core/page/clock.ts'
import type { Kit } from '../../core/kit/kit.ts'
import { prepareSwap, sendSwap } from './actions.ts'
import type { SwapProgress } from './run/sendSwap.lazy.ts'
import { startTestSwaps } from './startTestSwaps.ts'
import { contextOf } from '../../core/kit/context.ts'

const swaps = startTestSwaps()
beforeEach(() => void startTestPage())

/** Starts a kit whose wallet answers requests for a signature with `answer`. */
async function start(answer: () => Promise<unknown>): Promise<Kit> {
  const wallet = startTestWallet({ chains: [swaps.chain()] })
  onTestFinished(wallet.close)
  const { kit } = startTestKit({
    chains: [swaps.chain()],
    services: { api: swaps.url() },
    customRpcUrls: { 'eip155:31337': [swaps.chain().rpcUrl] },
    clock: systemClock,
  })
  await kit.connect({ connectorId: wallet.info.rdns })
  for (const adapter of contextOf(kit).adapters) {
    const { request } = adapter
    Object.assign(adapter, {
      request: (steps: Parameters<typeof request>[0]) =>
        steps.method === 'eth_signTypedData_v4' ? answer() : request(steps),
    })
  }
  return kit
}

const usdc = () =>
  getAddress(swaps.deployment().tokens.find(({ symbol }) => symbol === 'USDC')?.address ?? '')
const fail = (error: unknown) => async () => {
  throw toWalletError(error)
}

test.each([
  ['null', () => Promise.resolve(null)],
  ['0x', () => Promise.resolve('0x')],
  ['64 bytes of another key', () => Promise.resolve(`0x${'12'.repeat(64)}`)],
  ['a signature that a contract would check', () => Promise.resolve(`0x${'12'.repeat(192)}`)],
  [
    'an error of the device',
    fail({
      code: -32603,
      message: 'MetaMask Message Signature: Error: Not supported on this device',
      data: { originalError: {} },
    }),
  ],
  ['EIP-1193\'s "not supported"', fail({ code: 4200, message: 'The method is not supported' })],
  [
    'an error message without a code',
    fail(new Error('Method eth_signTypedData_v4 not supported.')),
  ],
  [
    'a device without blind signing',
    fail({
      code: -32000,
      message: 'Ledger: Please enable Blind signing or Contract data in the Ethereum app Settings',
    }),
  ],
])(
  'if the wallet answers a permit with %s, an approval is requested instead, with the reason',
  async (_, answer) => {
    const kit = await start(answer)
    const prepared = await prepareSwap(kit, { from: usdc(), amount: '5' })
    expect(prepared.method).toBe('permit')
    const steps: SwapProgress[] = []
    const outcome = await sendSwap(kit, prepared, {
      onProgress: (progress) => progress.status === 'asking' && steps.push(progress),
    })
    expect(outcome.status).toBe('mined')
    expect(steps).toEqual([
      { status: 'asking', step: 'permit' },
      { status: 'asking', step: 'approve', insteadOf: 'permit' },
      { status: 'asking', step: 'swap' },
    ])
  },
)

test.each([
  ['declined', { code: 4001, message: 'User rejected the request.' }, 'userRejected'],
  ['declined in words', new Error('User rejected the request'), 'userRejected'],
  ['busy', { code: -32002, message: 'Already processing' }, 'resourceUnavailable'],
  ['gone', { code: 4900, message: 'Disconnected' }, 'providerDisconnected'],
  ['locked', { code: 4100, message: 'Unauthorized' }, 'unauthorized'],
] as const)(
  'if a permit fails as %s, the swap ends without another request',
  async (_, error, code) => {
    const kit = await start(fail(error))
    const prepared = await prepareSwap(kit, { from: usdc(), amount: '5' })
    const steps: unknown[] = []
    expect(
      await reasonOf(
        sendSwap(kit, prepared, {
          onProgress: (progress) => 'step' in progress && steps.push(progress.step),
        }),
      ),
    ).toMatchObject({ code })
    expect(steps).toEqual(['permit'])
  },
)

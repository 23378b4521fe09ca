import { expect } from 'vitest'
import type { KitOptions } from '../../core/options/options.ts'
import type { RawStorage } from '../../core/storage/storage.ts'
import type { WalletChain } from '../../testing/walletChain.ts'
import { startTestKit, startTestWallet } from '../startTestKit.ts'
import { pace } from './pace.ts'

const connectorId = 'app.latchkey.development'
/** The account of the test wallet. */
export const sender = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

/**
 * Makes a page of the site with a connected visitor, on a chain that mines only when the test
 * requests it. `advance` advances the clock.
 */
export async function startTestFollowing(
  chain: WalletChain,
  storage?: RawStorage,
  options: Partial<KitOptions> = {},
) {
  startTestWallet({ chains: [chain] })
  const started = startTestKit({ chains: [chain], ...(storage && { storage }), ...options })
  await started.kit.connect({ connectorId })
  return { ...started, ...steps(started) }
}

function steps({ kit, clock }: Pick<ReturnType<typeof startTestKit>, 'kit' | 'clock'>) {
  const pauses = () =>
    clock.waits.filter((wait) => Object.values<number>(pace).includes(wait)).length
  /** Advances the clock, and waits until the chain was read and the next pause began. */
  const advance = async (ms: number) => {
    const before = pauses()
    clock.advance(ms)
    await expect.poll(pauses, { interval: 5 }).toBeGreaterThan(before)
  }
  const entry = (hash: string) =>
    kit.getState().pending?.find((transaction) => transaction.hash === hash)
  return { advance, entry }
}

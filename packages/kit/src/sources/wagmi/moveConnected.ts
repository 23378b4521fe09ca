import * as times from '@latchkey/protocol/times'
import { kitError } from '../../core/errors/errors.ts'
import type { Kit } from '../../core/kit/kit.ts'
import { withLimit } from '../../core/errors/withLimit.ts'
import { contextOf } from '../../core/kit/context.ts'

/**
 * Asks a wallet, right after it has connected, to switch to the network that was chosen before.
 * `move` sends the request. Resolves when the wallet has switched or refused, or when `signal`
 * fires. A wallet that refuses stays connected on its own network. wagmi's `connect` could switch,
 * too, but it disconnects a wallet that refuses.
 */
export async function moveConnected(
  kit: Kit,
  move: () => Promise<unknown>,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { clock } = contextOf(kit)
  await withLimit(move, {
    ms: times.walletDecision,
    clock,
    signal,
    onTimeout: () => kitError('walletTimeout'),
  }).catch(() => {}) // after a refusal, the wallet stays on its own network
}

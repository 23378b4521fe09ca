import * as times from '@latchkey/protocol/times'
import { kitError } from '../../core/errors/errors.ts'
import type { Kit } from '../../core/kit/kit.ts'
import { withLimit } from '../../core/errors/withLimit.ts'
import { contextOf } from '../../core/kit/context.ts'

/**
 * Requests a wallet that has just been connected to switch to the network that was chosen before.
 * `move` sends the request. Resolves when the wallet has switched, when it has refused, which
 * leaves it connected on its own network, or when the connect has ended. Separate from wagmi's
 * `connect`, which disconnects a wallet that refuses.
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
  }).catch(() => {}) // a refusal leaves the wallet on its own network
}

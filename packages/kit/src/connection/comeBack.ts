import * as times from '@latchkey/protocol/times'
import type { ChainAdapter } from '../core/adapter.ts'
import { kitError } from '../core/errors.ts'
import type { Kit } from '../core/kit.ts'
import type { Connection } from '../core/session.ts'
import { withLimit } from '../core/withLimit.ts'

/**
 * Takes one wallet up again without asking anybody, within 10 s. Undefined when it lets this site in no more, or is there under
 * another name; null when it did not answer: that says nothing about it.
 */
export function comeBack(kit: Kit, adapter: ChainAdapter, connectorId: string, signal?: AbortSignal): Promise<Connection | undefined | null> {
  return withLimit<Connection | undefined | null>((limited) => adapter.reconnect({ connectorId, signal: limited }), {
    ms: times.reconnect,
    clock: kit.context.clock,
    signal,
    onTimeout: () => kitError('walletTimeout'),
  }).catch(() => null) // nobody asked for it, so nobody is told that it failed
}

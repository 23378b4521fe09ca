import type { NetworkId } from '@latchkey/protocol/caip'
import { isEvmAddress } from '@latchkey/protocol/chains/evm'
import { partsOf } from '@latchkey/protocol/isObject'
import type { Kit } from '../../../core/kit/kit.ts'
import { accountOf } from '../../../core/kit/state.ts'
import { contextOf } from '../../../core/kit/context.ts'
import { followCalls } from '../../../session/transactions/followCalls.lazy.ts'
import { readSafely } from '../provider/provider.ts'
import { describeCalls } from './describeCalls.ts'
import { isOwnBatch } from './ownBatches.ts'

/**
 * The parameters of a library's wallet_sendCalls and the wallet's answer, both unchecked.
 * `isRemembered` tells whether the request's account is still connected.
 */
type SentBatch = {
  params: unknown
  answer: unknown
  networkId: NetworkId
  isRemembered: () => boolean
}

/** The longest id that EIP-5792 permits, in characters: 4096 bytes as hex. */
const maxId = 8_194

/**
 * Follows a batch of calls that a library sent through the kit, until its transactions are in the
 * list of activity. An invalid answer or invalid calls are ignored. Never throws.
 */
export function followBatch(
  kit: Kit,
  { params, answer, networkId, isRemembered }: SentBatch,
): void {
  const sent: unknown = readSafely(() => (Array.isArray(params) ? params[0] : undefined), undefined)
  if (typeof sent === 'object' && sent !== null && isOwnBatch(kit, sent)) return
  const id =
    typeof answer === 'string' ? answer : readSafely(() => partsOf(answer)['id'], undefined)
  const { from, calls } = readSafely(() => partsOf(sent), {})
  const account = accountOf({ sessions: kit.getState().sessions, namespace: 'eip155' })
  const address = isEvmAddress(from) ? from : account?.address
  if (typeof id !== 'string' || id === '' || id.length > maxId || !Array.isArray(calls)) return
  if (address === undefined || !isRemembered()) return
  const network = contextOf(kit).networks.find((entry) => entry.networkId === networkId)?.network
  if (!network) return // the list of activity has no transactions of unknown networks
  followCalls(kit, {
    id,
    networkId,
    address,
    sentAt: contextOf(kit).clock.now(),
    ...describeCalls(calls, network),
  })
}

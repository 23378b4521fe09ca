import { parseAccountId, formatAccountId } from '@latchkey/protocol/caip'
import type { NetworkId } from '@latchkey/protocol/caip'
import { isObject } from '@latchkey/protocol/isObject'
import type { AtomicSupport } from '../../../core/contracts/connectorSource.ts'
import { kitError } from '../../../core/errors/errors.ts'
import type { Kit } from '../../../core/kit/kit.ts'
import { accountOf } from '../../../core/kit/state.ts'
import { linkOf } from '../../../session/links.ts'
import { withLimit } from '../../../core/errors/withLimit.ts'
import { connectorOf, hexOf, walletOf } from '../assets/readAssetDiscovery.ts'
import { atomicOf, capabilitiesOf } from '../assets/capabilities.ts'
import { toQuantity } from '../provider/quantity.ts'
import { recordOwnBatch } from '../transactions/ownBatches.ts'
import { readCallsStatus } from '../transactions/readCallsStatus.ts'
import type { Call } from './calls.ts'
import { isBatchUnsupported } from './isBatchUnsupported.ts'
import { contextOf } from '../../../core/kit/context.ts'

/**
 * How a wallet sends several calls: as a whole or not at all (`atomic`), one after another
 * (`inOrder`), or never at once (`none`). EIP-5792
 */
export type Batching = 'atomic' | 'inOrder' | 'none'

/** In milliseconds: between two requests for the status of a batch, and until the kit gives up. */
const pause = 1_000
const longest = 30 * 60_000

/**
 * How the wallet of an account sends several calls, by the wallet's capabilities. The kit requests
 * them once. A phone gets no request, because it would wake the phone: the kit uses what the phone
 * reported when it connected.
 */
export async function batchingOf(
  kit: Kit,
  { networkId, address }: { networkId: NetworkId; address: string },
): Promise<Batching> {
  const account = parseAccountId(formatAccountId(networkId, address))
  const connectorId = connectorOf(kit, account)
  const link = connectorId === undefined ? undefined : linkOf(kit, account.namespace, connectorId)
  if (link?.reportedAtomic)
    // if the code fails to load, the calls are sent one after another, which always works
    return batchingBy(await link.reportedAtomic({ networkId, address }).catch(() => undefined))
  const wallet = walletOf(kit, account)
  if (!wallet) return 'none'
  const { client } = await contextOf(kit).queries()
  const { sessions } = kit.getState()
  const type = accountOf({ sessions, namespace: account.namespace })?.type
  return client.fetchQuery({
    queryKey: [
      'batching',
      wallet.connectorId,
      account.accountId.toLowerCase(),
      // a smart account sends calls as a whole; the visitor may choose another kind at any time
      ...(type ? [type] : []),
    ],
    staleTime: Number.POSITIVE_INFINITY,
    networkMode: 'always',
    queryFn: () =>
      wallet.request('wallet_getCapabilities', [address, [hexOf(account)]]).then(
        (answer) => batchingBy(atomicOf(capabilitiesOf(answer, hexOf(account)))),
        () => 'none' as const,
      ), // most wallets don't know the method
  })
}

/**
 * Converts the wallet's reported status. `unsupported` means that the wallet takes several calls,
 * but can't revert all of them together.
 */
function batchingBy(status: AtomicSupport | undefined): Batching {
  if (status === 'supported' || status === 'ready') return 'atomic'
  return status === 'unsupported' ? 'inOrder' : 'none'
}

type Batch = {
  networkId: NetworkId
  account: string
  calls: readonly Call[]
  isAtomic: boolean
  signal: AbortSignal | undefined
}

/**
 * Requests the wallet to send several calls at once, and follows them until they are in blocks.
 * @returns the hash of the last transaction; undefined if the wallet does not take the calls
 * @throws KitError transactionRejected when nothing was executed; answerInvalid, walletTimeout or
 *   requestAborted when the outcome is unknown; the wallet's errors for the request itself
 */
export async function sendCalls(
  kit: Kit,
  { networkId, account, calls, isAtomic, signal }: Batch,
): Promise<string | undefined> {
  const chainId = hexOf(parseAccountId(formatAccountId(networkId, account)))
  const parameters = {
    version: '2.0.0',
    from: account,
    chainId,
    atomicRequired: isAtomic,
    calls: calls.map(({ to, value, data }) => ({ to, value: toQuantity(value), data })),
  }
  recordOwnBatch(kit, parameters)
  let answer: unknown
  try {
    answer = await kit.request({
      method: 'wallet_sendCalls',
      params: [parameters],
      namespace: 'eip155',
      signal,
    })
  } catch (error) {
    if (isBatchUnsupported(error)) return undefined
    throw error
  }
  const id = isObject(answer) ? answer['id'] : answer
  if (typeof id !== 'string') throw kitError('answerInvalid')
  return withLimit((limited) => awaitBatch(kit, id, calls.length, limited), {
    ms: longest,
    clock: contextOf(kit).clock,
    signal,
    onTimeout: () => kitError('walletTimeout'),
  })
}

/** After this many failed requests in a row for a batch's status, its outcome counts as unknown. */
const maxFailures = 20

/**
 * Follows a batch that the wallet has taken. No error may now mean "not sent". So every error but
 * an abort is `answerInvalid`, except when the wallet reports that nothing was executed.
 */
async function awaitBatch(
  kit: Kit,
  id: string,
  count: number,
  signal: AbortSignal,
): Promise<string> {
  for (let faults = 0; ; ) {
    const answer = await kit
      .request({ method: 'wallet_getCallsStatus', params: [id], namespace: 'eip155', signal })
      .catch((cause: unknown) => {
        if (isBatchUnsupported(cause)) throw kitError('answerInvalid', { cause })
      })
    if (signal.aborted) throw kitError('requestAborted')
    const { status, hashes, isComplete } = readCallsStatus(answer, count)
    const [last] = hashes.slice(-1)
    if (status !== undefined && status >= 200) {
      if (last !== undefined && isComplete) return last
      // 4xx: never sent; 5xx: reverted as a whole. With any other status the swap may have happened
      throw status >= 400 && status < 600
        ? kitError('transactionRejected', { details: status >= 500 ? 'failed' : 'dropped' })
        : kitError('answerInvalid')
    }
    faults = status !== undefined ? 0 : faults + 1
    if (faults === maxFailures) throw kitError('answerInvalid')
    await new Promise<void>((resolve) => contextOf(kit).clock.setTimeout(resolve, pause))
    if (signal.aborted) throw kitError('requestAborted')
  }
}

import { profileAccount } from '@latchkey/protocol/profile'
import { isEvmAddress } from '@latchkey/protocol/evmAddress'
import * as times from '@latchkey/protocol/times'
import { callApi } from '../core/callApi.ts'
import { kitError } from '../core/errors.ts'
import { KitError } from '../core/KitError.ts'
import type { Kit } from '../core/kit.ts'
import { strangePicture } from '../core/strangePicture.ts'
import { cleanName } from './cleanName.ts'

/** Whom a name means. `avatar` is a `data:` URI or behind the operator's gateway. */
export type ResolvedName = { status: 'found'; name: string; address: `0x${string}`; avatar?: string } | { status: 'nobody' } | { status: 'unavailable' }

/** Coin type of Ethereum, and of everything on EVM networks that has no other. SLIP-44 */
const ether = '60'
/** Of other EVM networks, before their number, which has to be less: a larger one is rejected. ENSIP-11, spec section 5 */
const others = 2 ** 31

/**
 * Whom a name means, asked of the site's API and kept for five minutes. `unavailable` without an API, and on a network for which names can
 * say nothing: an address for Ethereum may belong to nobody there.
 * @param options.chainId of the network, decimal: what a name says for it comes before what it says for Ethereum
 * @throws KitError nameUnresolved, with the service's reason as `details`; requestAborted
 */
export async function resolveName(kit: Kit, name: string, { chainId, signal }: { chainId?: string | undefined; signal?: AbortSignal | undefined } = {}): Promise<ResolvedName> {
  const { api, queries } = kit.context
  if (!api || !hasCoinType(chainId)) return { status: 'unavailable' }
  const { client } = await queries()
  // several may wait for one answer: who leaves does not take it from the others
  const asked = client.fetchQuery({
    queryKey: ['name', name],
    staleTime: times.nameCache,
    networkMode: 'always',
    queryFn: () => callApi(api, profileAccount, { query: { name, apiVersion: '2' }, retries: 1 }),
  })
  const found = await asked.catch((cause: unknown) => {
    const { details, status } = KitError.is(cause) ? cause : {}
    throw kitError('nameUnresolved', { cause, details, status })
  })
  if (signal?.aborted) throw kitError('requestAborted', { cause: signal.reason })
  return read(found, name, chainId, api.apiUrl)
}

/** Whether a name can say something for a network; for Ethereum, where none is named. */
function hasCoinType(chainId: string | undefined): boolean {
  return chainId === undefined || (/^[1-9]\d*$/.test(chainId) && Number(chainId) < others)
}

function read(answer: Awaited<ReturnType<typeof callApi<typeof profileAccount>>>, name: string, chainId: string | undefined, apiUrl: string): ResolvedName {
  if (Array.isArray(answer)) return { status: 'nobody' }
  const own = Number(chainId) > 1 ? answer.addresses[others + Number(chainId)]?.address : undefined
  const address = isEvmAddress(own) ? own : answer.addresses[ether]?.address
  if (!isEvmAddress(address)) return { status: 'nobody' }
  const avatar = strangePicture(answer.attributes?.['avatar'], apiUrl)
  return { status: 'found', name: cleanName(answer.name) ?? name, address, avatar }
}

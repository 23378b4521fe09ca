import type { NetworkId } from '@latchkey/protocol/caip'
import type { Namespace } from '@latchkey/protocol/namespace'
import type { ChainAdapter } from '../../core/adapter.ts'
import type { SignInBeside } from '../../core/connectorSource.ts'
import { toFrameChain, toFrameMessage } from '../frameChain.ts'

/** The namespaces that a login opens, with the site's networks of each. */
export type Served = { namespace: Namespace; own: readonly [NetworkId, ...NetworkId[]] }

type Options = {
  adapters: readonly ChainAdapter[]
  served: readonly Served[]
  networkId: NetworkId | undefined
  signIn: SignInBeside | undefined
}

/**
 * What the wallet's own page is asked of the account once the visitor has logged in there: the
 * account on the wanted network, and the sign-in on the site. As of GET_USER.
 */
export async function userOf({
  adapters,
  served,
  networkId,
  signIn,
}: Options): Promise<{ chainId?: number | string; siwxMessage?: object }> {
  const isWanted = ({ own }: Served) => networkId !== undefined && own.includes(networkId)
  const first = served.find(isWanted) ?? served[0]
  if (!first) return {}
  const chainId = isWanted(first) && networkId !== undefined ? networkId : first.own[0]
  const facet = await adapters
    .find(({ namespace }) => namespace === first.namespace)
    ?.load('remote')
  const data =
    facet?.nobody === undefined
      ? undefined
      : await signIn?.prepare({ chainId, accountAddress: facet.nobody })
  return { chainId: toFrameChain(chainId), ...(data && { siwxMessage: toFrameMessage(data) }) }
}

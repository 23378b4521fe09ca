import type { NetworkId } from '@latchkey/protocol/caip'
import type { Namespace } from '@latchkey/protocol/namespace'
import type { ChainAdapter } from '../../../core/contracts/adapter.ts'
import type { SignInOnConnect } from '../../../core/contracts/connectorSource.ts'
import { toFrameChain, toFrameMessage } from '../frameChain.ts'

/** A namespace that a login opens, with the site's networks in it. */
export type Served = { namespace: Namespace; networkIds: readonly [NetworkId, ...NetworkId[]] }

type Options = {
  adapters: readonly ChainAdapter[]
  served: readonly Served[]
  networkId: NetworkId | undefined
  signIn: SignInOnConnect | undefined
}

/**
 * The request for the account that the wallet's own page answers after a login: on the preferred
 * network, with the site's sign-in. It has the form of GET_USER.
 */
export async function userOf({
  adapters,
  served,
  networkId,
  signIn,
}: Options): Promise<{ chainId?: number | string; siwxMessage?: object }> {
  const isPreferred = ({ networkIds: own }: Served) =>
    networkId !== undefined && own.includes(networkId)
  const first = served.find(isPreferred) ?? served[0]
  if (!first) return {}
  const chainId = isPreferred(first) && networkId !== undefined ? networkId : first.networkIds[0]
  const facet = await adapters
    .find(({ namespace }) => namespace === first.namespace)
    ?.load('remote')
  const data =
    facet?.placeholder === undefined
      ? undefined
      : await signIn?.prepare({ chainId, accountAddress: facet.placeholder })
  return { chainId: toFrameChain(chainId), ...(data && { siwxMessage: toFrameMessage(data) }) }
}

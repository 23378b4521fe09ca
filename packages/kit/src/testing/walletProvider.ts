import * as v from 'valibot'
import type { ProviderEvents } from './providerEvents.ts'
import { disconnected, ProviderError } from './providerError.ts'
import { rpcRequest } from './rpcRequest.ts'
import type { WalletCore } from './walletCore.ts'
import { invalidParams } from './walletMethod.ts'
import { nodeMethods, walletMethods } from './walletMethods.ts'

/** The provider that a site uses. Source: EIP-1193 */
export type WalletProvider = ProviderEvents & {
  /** @throws ProviderError */
  request(request: { method: string; params?: unknown }): Promise<unknown>
}

const request = v.object({
  method: v.pipe(v.string(), v.minLength(1), v.maxLength(128)),
  params: v.optional(v.unknown()),
})

/**
 * Creates the provider. It answers the wallet's own methods, passes the node's methods to the node,
 * and answers 4200 for all others.
 */
export function createWalletProvider(
  core: WalletCore,
  { on, removeListener }: ProviderEvents,
): WalletProvider {
  return Object.freeze({
    on,
    removeListener,
    async request(args) {
      const read = v.safeParse(request, args)
      if (!read.success)
        throw new ProviderError(-32600, `Invalid request. ${v.summarize(read.issues)}`)
      if (core.store.getState().behaviour === 'disappear') throw disconnected()
      const { method, params } = read.output
      const ownMethod = walletMethods.get(method)
      if (ownMethod) return ownMethod(core, params)
      if (nodeMethods.has(method)) return passToNode(core, method, params)
      throw new ProviderError(4200, `The wallet does not support the method "${method}".`)
    },
  } satisfies WalletProvider)
}

function passToNode({ store }: WalletCore, method: string, params: unknown): Promise<unknown> {
  if (params !== undefined && !Array.isArray(params)) throw invalidParams('Expected an array')
  return rpcRequest(store.getState().chain.rpcUrl, { method, params })
}

import type { WagmiConnector } from './config.ts'

/**
 * The provider of a connector. Each call gets the connector's provider anew, because many
 * connectors make it when it is first used. EIP-1193
 */
export function linkProviderOf(connector: WagmiConnector): object {
  return {
    async request(question: { method: string; params?: unknown }): Promise<unknown> {
      const provider = await connector.getProvider()
      if (
        typeof provider !== 'object' ||
        provider === null ||
        !('request' in provider) ||
        typeof provider.request !== 'function'
      )
        throw Object.assign(new Error('The wallet has no provider.'), { code: 4900 })
      return (provider.request as (question: object) => unknown).call(provider, question)
    },
  }
}

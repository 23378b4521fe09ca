import { afterAll, afterEach, beforeAll } from 'vitest'
import { startDevnet, type Devnet } from '@latchkey/devnet'
import { chainOfDeployment } from '../../../../devnet/src/chainOfDeployment.ts'
import { createApi } from '../createApi.ts'
import type { ApiOptions } from '../options.ts'
import { neverOverloaded } from './neverOverloaded.ts'
import type { EvmChainConfig } from '../chains/evm/evmChain.ts'

/** A devnet for the tests of a file, and APIs that read it. */
export type TestApis = {
  devnet: () => Devnet
  configs: () => EvmChainConfig[]
  /** Starts an API that ends with its test. Returns its URL. */
  start: (options?: Partial<ApiOptions>) => Promise<string>
  /** What is closed when the test ends. */
  opened: { push: (entry: { close: () => Promise<unknown> }) => unknown }
}

/** Starts a devnet before the tests of the calling file, and ends it after them. */
export function startTestApis(): TestApis {
  let devnet: Devnet | undefined
  const opened: { close: () => Promise<unknown> }[] = []
  beforeAll(async () => void (devnet = await startDevnet({ ports: 'free' })), 60_000)
  afterEach(
    async () => void (await Promise.all(opened.splice(0).map((resource) => resource.close()))),
  )
  afterAll(() => devnet?.close())

  const running = () => {
    if (!devnet) throw new Error('The devnet runs while tests do')
    return devnet
  }
  const configs = () =>
    running().chains.map((chain) => chainOfDeployment(chain.deployment, chain.url))
  return {
    devnet: running,
    configs,
    opened,
    async start(options = {}) {
      const api = createApi({ ...neverOverloaded, chains: configs(), ...options })
      opened.push(api)
      return (await api.listen({ port: 0 })).url
    },
  }
}

import { ApiError, unsupportedChain } from './apiError.ts'
import { createCatalogue, type Catalogue } from './catalogue/createCatalogue.ts'
import { createIcons, type Icons } from './icons/createIcons.ts'
import type { CheckedOptions, Rates } from './options.ts'
import type { Chain } from './providers/chain.ts'
import { createChainState, type ChainState } from './providers/chainState.ts'
import { createNodes } from './providers/nodes.ts'
import { createRates } from './providers/rates.ts'

/** What the endpoints share. */
export type Service = {
  options: CheckedOptions
  now: () => number
  chains: readonly Chain[]
  /** @throws ApiError 400 for a network that is not served */
  chain(networkId: string): Chain
  state: ChainState
  rates: Rates
  icons: Icons
  catalogue: Catalogue
  /** @throws ApiError 400 or 401 for a project that may not ask */
  checkProject(projectId: string | undefined): void
}

/** Puts the providers together. */
export function createService(options: CheckedOptions): Service {
  const now = options.clock?.now ?? Date.now
  const chains = options.chains.map((chain): Chain => ({
    ...chain,
    nodes: createNodes({ urls: chain.rpcUrls, fetch: options.fetch ?? fetch, timeLimit: options.nodeTimeLimit }),
  }))
  const byId = new Map<string, Chain>(chains.map((chain) => [chain.networkId, chain]))
  const state = createChainState({ now })
  const projects = options.projects && new Set(options.projects)
  const catalogue = createCatalogue({
    wallets: options.wallets,
    url: options.walletsUrl,
    fetch: options.fetch ?? fetch,
    now,
    onFailure: (error) => options.log?.({ time: new Date(now()).toISOString(), level: 'error', requestId: '', route: 'walletsUrl', status: 0, ms: 0, error: `${error.name}: ${error.message}` }),
  })

  return {
    options,
    now,
    chains,
    state,
    chain(networkId) {
      const chain = byId.get(networkId)
      if (!chain) throw unsupportedChain()
      return chain
    },
    rates: createRates({ chains, prices: state.prices, source: options.rates }),
    catalogue,
    icons: createIcons({ catalogue, networkName: (id) => byId.get(id)?.name }),
    checkProject(projectId) {
      if (!projects) return
      if (projectId === undefined) throw new ApiError(400, 'projectId', 'projectId is missing')
      if (!projects.has(projectId)) throw new ApiError(401, 'authentication', 'Unknown project')
    },
  }
}

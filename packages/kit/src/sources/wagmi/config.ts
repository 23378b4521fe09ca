/**
 * The parts of wagmi's config and connectors that the kit reads. They are the same in versions 2
 * and 3, whose own types differ. This file imports nothing of wagmi, so that a site without wagmi
 * does not load it, and a site with wagmi has only its own copy.
 */
export type WagmiConnector = {
  readonly id: string
  readonly name: string
  readonly type: string
  readonly uid: string
  readonly icon?: string | undefined
  connect(parameters?: { chainId?: number; isReconnecting?: boolean }): Promise<unknown>
  disconnect(): Promise<void>
  isAuthorized(): Promise<boolean>
  getProvider(): Promise<unknown>
  getAccounts(): Promise<readonly string[]>
  getChainId(): Promise<number>
  switchChain?: ((parameters: { chainId: number }) => Promise<unknown>) | undefined
  /** See {@link emitterOf}. */
  readonly emitter: object
}

/** One connection of a config. */
export type WagmiConnection = {
  readonly accounts: readonly string[]
  readonly chainId: number
  readonly connector: WagmiConnector
}

/** A wagmi config, as `createConfig` makes it. */
export type WagmiConfig = {
  readonly chains: readonly { readonly id: number }[]
  readonly connectors: readonly WagmiConnector[]
  readonly state: {
    readonly connections: ReadonlyMap<string, WagmiConnection>
    readonly current: string | null
    readonly status: string
  }
  /** See {@link subscribeTo}. */
  readonly subscribe: object
}

/** Makes a connector for a config, as wagmi's `safe()` or `baseAccount()` do. */
export type WagmiConnectorMaker = (config: never) => unknown

/**
 * Calls back after each change of a config, until the returned function is called. The cast is
 * needed, because wagmi's own type contains the whole state.
 */
export const subscribeTo = ({ subscribe }: WagmiConfig, listener: () => void) =>
  (subscribe as (selector: (state: object) => object, listener: () => void) => () => void)(
    (state) => state,
    listener,
  )

/**
 * The parts of a connector's emitter that the kit uses. The cast is needed, because wagmi's own
 * type contains every event.
 */
export const emitterOf = ({ emitter }: WagmiConnector) =>
  emitter as {
    on(event: string, listener: (data: never) => void): void
    off(event: string, listener: (data: never) => void): void
  }

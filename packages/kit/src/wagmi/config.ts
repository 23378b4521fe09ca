/**
 * What is read of wagmi's config and connectors: the same in its versions 2 and 3, whose own types differ. Nothing of wagmi is imported
 * here, so a site without it pays nothing and a site with it has one copy.
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
  readonly emitter: {
    on(event: never, listener: (data: never) => void): void
    off(event: never, listener: (data: never) => void): void
  }
}

/** One connection of a config. */
export type WagmiConnection = { readonly accounts: readonly string[]; readonly chainId: number; readonly connector: WagmiConnector }

/** A config of wagmi's, as `createConfig` makes it. */
export type WagmiConfig = {
  readonly connectors: readonly WagmiConnector[]
  readonly state: { readonly connections: ReadonlyMap<string, WagmiConnection>; readonly current: string | null; readonly status: string }
  subscribe(selector: (state: never) => unknown, listener: (state: never) => void): () => void
}

/** Makes a connector for a config, as wagmi's `safe()` or `baseAccount()` do. */
export type WagmiConnectorMaker = (config: never) => unknown

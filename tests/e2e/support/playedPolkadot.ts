/** Polkadot wallets in a page whose keys are in the test: the page has only their interface. */
import type { Page } from '@playwright/test'
import { createPolkadotWallet } from '../../../packages/kit/src/exports/testingPolkadot.ts'
import type {
  PolkadotWallet,
  PolkadotWalletOptions,
} from '../../../packages/kit/src/exports/testingPolkadot.ts'

/** The wallet, and the functions of its owner that the page notices. */
export type PlayedPolkadot = Omit<PolkadotWallet, 'share' | 'register'> & {
  /** Shares the accounts with these numbers. An empty list locks the wallet. */
  share(accounts: readonly number[]): Promise<void>
}

/** What a wallet gives to a site that it has let in. Source: `Injected` of @polkadot/extension */
type Extension = {
  accounts: { get(): Promise<unknown> }
  signer: {
    signPayload(value: unknown): Promise<unknown>
    signRaw(value: unknown): Promise<unknown>
  }
}

/**
 * Puts a wallet into every page that this page opens from now on.
 * @param options.id its key in `window.injectedWeb3`
 * @param options.isNova whether the page is in Nova Wallet's browser
 */
export async function playPolkadotWallet(
  page: Page,
  { isNova = false, id = 'talisman', ...options }: PolkadotWalletOptions & { isNova?: boolean },
): Promise<PlayedPolkadot> {
  const wallet = createPolkadotWallet({ id, ...options })
  // the interface of `createPolkadotWallet`
  const provider = wallet.provider as { enable(origin: string): Promise<Extension> }
  let extension: Extension | undefined
  const functions: Readonly<Record<string, (value: unknown) => Promise<unknown>>> = {
    async enable(origin) {
      extension = await provider.enable(String(origin))
    },
    get: async () => extension?.accounts.get(),
    signPayload: async (value) => extension?.signer.signPayload(value),
    signRaw: async (value) => extension?.signer.signRaw(value),
  }
  const call = `polkadot_${id.replace(/\W/g, '')}`
  await page.exposeFunction(call, async (name: string, value: unknown) => {
    try {
      return { value: await functions[name]?.(value) }
    } catch (error) {
      return { error: error instanceof Error ? error.message : String(error) }
    }
  })
  await page.addInitScript(
    ({ call, id, isNova }) => {
      type Accounts = readonly unknown[]
      type Call = (name: string, value?: unknown) => Promise<{ value?: unknown; error?: string }>
      const window_ = window as unknown as Record<string, unknown>
      const ask: (name: string, value?: unknown) => Promise<unknown> = async (name, value) => {
        const answer = await (window_[call] as Call)(name, value)
        if (answer.error !== undefined) throw new Error(answer.error)
        return answer.value
      }
      const listeners = new Set<(accounts: Accounts) => void>()
      const notify = async () => {
        const accounts = (await ask('get')) as Accounts
        for (const listener of listeners) listener(accounts)
      }
      window_[`${call}_changed`] = notify
      const injected = (window_['injectedWeb3'] ??= {}) as Record<string, unknown>
      injected[id] = {
        version: '1.0.0',
        async enable(origin: string) {
          await ask('enable', origin)
          return {
            accounts: {
              get: async () => ask('get'),
              subscribe(listener: (accounts: Accounts) => void) {
                listeners.add(listener)
                void notify()
                return () => listeners.delete(listener)
              },
            },
            signer: {
              signPayload: async (value: unknown) => ask('signPayload', value),
              signRaw: async (value: unknown) => ask('signRaw', value),
            },
          }
        },
      }
      if (isNova) window_['walletExtension'] = { isNovaWallet: true }
    },
    { call, id, isNova },
  )
  return {
    ...wallet,
    get accounts() {
      return wallet.accounts
    },
    async share(accounts) {
      wallet.share(accounts)
      await page.evaluate(
        (name) => (window as unknown as Record<string, () => Promise<void>>)[name]?.(),
        `${call}_changed`,
      )
    },
  }
}

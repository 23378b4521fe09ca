/** Bitcoin wallets in a page whose keys are in the test: the page has only their interface. */
import type { Page } from '@playwright/test'
import { createBitcoinWallet } from '../../../packages/kit/src/exports/testingBitcoin.ts'
import type { BitcoinWallet } from '../../../packages/kit/src/exports/testingBitcoin.ts'

/** The interfaces whose parameters and answers are JSON. */
export type PlayedDialect = 'satsConnect' | 'leather' | 'unisat'

/** The place of each wallet in the page, and its functions. */
const interfaces = {
  satsConnect: { path: ['TestProviders', 'BitcoinProvider'], functions: ['request'] },
  leather: { path: ['LeatherProvider'], functions: ['request'] },
  unisat: {
    path: ['unisat'],
    functions: [
      'requestAccounts',
      'getAccounts',
      'getPublicKey',
      'getChain',
      'signMessage',
      'signPsbt',
    ],
  },
} as const

/** The name of each wallet in the kit's list. */
export const nameOf: Readonly<Record<PlayedDialect, string>> = {
  satsConnect: 'Sats test wallet',
  leather: 'Leather',
  unisat: 'UniSat Wallet',
}

/** Puts a wallet into every page that this page opens from now on. */
export async function playBitcoinWallet(
  page: Page,
  dialect: PlayedDialect,
): Promise<BitcoinWallet> {
  const wallet = createBitcoinWallet({ dialect, name: nameOf[dialect] })
  const provider = wallet.provider as Record<string, (...args: unknown[]) => Promise<unknown>>
  const call = `bitcoin_${dialect}`
  // an error of a function that a test exposes would arrive without its code
  await page.exposeFunction(call, async (name: string, args: unknown[]) => {
    try {
      return { value: await provider[name]?.(...args) }
    } catch (error) {
      const { code, message } = error as { code?: number; message?: string }
      return { error: code === undefined ? error : { code, message } }
    }
  })
  await page.addInitScript(
    ({ call, path, functions, name }) => {
      type Call = (name: string, args: unknown[]) => Promise<{ value?: unknown; error?: unknown }>
      const page = window as unknown as Record<string, unknown>
      const played = Object.fromEntries(
        functions.map((method) => [
          method,
          async (...args: unknown[]) => {
            const { value, error } = await (page[call] as Call)(method, args)
            if (error !== undefined) throw error as Error
            return value
          },
        ]),
      )
      const [first = '', second] = path
      page[first] = second === undefined ? played : { [second]: played }
      if (second !== undefined) page['btc_providers'] = [{ id: path.join('.'), name }]
    },
    { call, ...interfaces[dialect], name: nameOf[dialect] },
  )
  return wallet
}

/**
 * Wallets of the Wallet Standard that a test controls: each call of the page reaches the test,
 * which answers it.
 */
import type { Page } from '@playwright/test'
import { createSolanaWallet, solanaKeys } from 'latchkey/testing'
import type { SolanaKey, SolanaWalletAccount } from 'latchkey/testing'
import { chainOfText } from '../../../packages/protocol/src/signIn/chainOfText.ts'
import { formatSignIn } from '../../../packages/protocol/src/signIn/formatSignIn.ts'

/** The first accounts of the development phrase, with their keys. */
// solanaKeys(2) makes exactly two keys
export const [first, second] = solanaKeys(2) as unknown as readonly [SolanaKey, SolanaKey]

/** A call of a feature. Bytes are lists of numbers. */
export type Call = {
  feature: string
  input: {
    message?: readonly number[]
    transaction?: readonly number[]
    silent?: boolean
  } & Record<string, unknown>
}
/** Bytes, or an account of the wallet by its address, in an answer to the page. */
export type InAnswer = { bytes: readonly number[] } | { accountAt: string }
/**
 * A wallet's answer to a call. A thrown error reaches the page with the code in its message.
 * `undefined`: the wallet never answers.
 */
export type Answer = (call: Call) => unknown

type WalletOptions = {
  name: string
  features?: readonly string[]
  chains?: readonly string[]
  answer?: Answer
}

const signing = ['solana:signMessage', 'solana:signTransaction']

/**
 * Registers a wallet on every page that opens from now on. `requests`: the names of the called
 * features, without silent connects.
 */
export async function playSolanaWallet(
  page: Page,
  {
    name,
    features = [...signing, 'solana:signIn'],
    chains = ['solana:localnet'],
    answer = answerHonestly,
  }: WalletOptions,
): Promise<{ requests: string[] }> {
  const requests: string[] = []
  const bridge = `wallet ${name}`
  await page.exposeFunction(bridge, async (call: Call) => {
    if (!call.input.silent) requests.push(call.feature)
    try {
      const result = await answer(call)
      return result === undefined ? undefined : { result }
    } catch (error) {
      return { code: Number((error as Error).message) }
    }
  })
  await page.addInitScript({ content: playedScript({ name, features, chains, bridge }) })
  return { requests }
}

const bytes = (list: Uint8Array): InAnswer => ({ bytes: [...list] })

type Connect = { connect: () => Promise<unknown> }
type Sign = {
  signTransaction: (input: {
    account: Pick<SolanaWalletAccount, 'address'>
    transaction: Uint8Array
  }) => Promise<readonly { signedTransaction: Uint8Array }[]>
}

/** Answers as an honest wallet with the first account. */
export async function answerHonestly({ feature, input }: Call): Promise<unknown> {
  if (feature === 'standard:connect')
    return input.silent ? { accounts: [] } : { accounts: [{ accountAt: first.address }] }
  if (feature === 'solana:signMessage') return [signed(Uint8Array.from(input.message ?? []))]
  if (feature === 'solana:signTransaction')
    return [
      { signedTransaction: bytes(await signTransaction(Uint8Array.from(input.transaction ?? []))) },
    ]
  if (feature === 'solana:signIn') return [signedIn(input)]
  return {}
}

/** Answers as an honest wallet that remembers the site: it also answers silent connects. */
export const remembering: Answer = (call) =>
  answerHonestly({ ...call, input: { ...call.input, silent: false } })

/** Signs a transaction with the first account. @throws when the account is none of its signers */
export async function signTransaction(transaction: Uint8Array): Promise<Uint8Array> {
  const { features } = createSolanaWallet({ keys: [first] }).wallet
  // the features of the wallet have these types
  await (features['standard:connect'] as Connect).connect()
  const { signTransaction } = features['solana:signTransaction'] as Sign
  const [{ signedTransaction } = { signedTransaction: new Uint8Array() }] = await signTransaction({
    account: first,
    transaction,
  })
  return signedTransaction
}

/** A message with its signature, or with the given signature. */
export const signed = (message: Uint8Array, signature = first.sign(message)): object => ({
  signedMessage: bytes(message),
  signature: bytes(signature),
})

/** A signed sign-in with the given values, some of which `change` replaces. */
export function signedIn(input: object, change: object = {}, key = first): object {
  const { chainId } = input as { chainId?: string }
  const text = formatSignIn({
    ...input,
    accountAddress: key.address,
    chainId: chainOfText(chainId ?? 'mainnet', 'solana'),
    ...change,
  } as never) // formatSignIn throws when a field is missing
  return {
    account: { accountAt: key.address },
    ...signed(new TextEncoder().encode(text), key.sign(new TextEncoder().encode(text))),
  }
}

type PlayedOptions = Required<Omit<WalletOptions, 'answer'>> & { bridge: string }
type Registers = { register: (wallet: object) => unknown }

/** The script of a wallet's page: `play`, with the functions that it calls. */
const playedScript = (options: PlayedOptions): string => `(() => {
${[revive, callTest, announce].map(String).join('\n')}
;(${String(play)})(${JSON.stringify(options)})
})()`

/**
 * Returns the test's answer with real bytes and accounts in place of their descriptions
 * (`InAnswer`). Runs inside the page.
 */
function revive(value: unknown, accountAt: (address: string) => object): unknown {
  if (Array.isArray(value)) return value.map((part: unknown) => revive(part, accountAt))
  if (typeof value !== 'object' || value === null) return value
  const { bytes, accountAt: address } = value as { bytes?: number[]; accountAt?: string }
  if (bytes) return Uint8Array.from(bytes)
  if (address) return accountAt(address)
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, revive(part, accountAt)]),
  )
}

/** Resolves to the test's answer to a call; never, if it does not answer. Runs inside the page. */
async function callTest(
  bridge: string,
  feature: string,
  input: Record<string, unknown>,
): Promise<unknown> {
  const plain = Object.fromEntries(
    Object.entries(input).map(([key, value]) => [
      key,
      value instanceof Uint8Array ? [...value] : value,
    ]),
  )
  const ask = (
    window as unknown as Record<
      string,
      (call: object) => Promise<{ result?: unknown; code?: number } | undefined>
    >
  )[bridge]
  const answer = await ask?.({ feature, input: plain })
  if (!answer) return new Promise(() => {})
  if (answer.code !== undefined)
    throw Object.assign(new Error('Played by a test'), { code: answer.code })
  return answer.result
}

/** Registers a wallet on a page that listens already or later. Runs inside the page. */
function announce(wallet: object): void {
  const take = ({ register }: Registers) => void register(wallet)
  window.addEventListener('wallet-standard:app-ready', (event) =>
    take((event as CustomEvent<Registers>).detail),
  )
  window.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: take }))
}

/** Makes and registers the wallet. Runs inside the page. */
function play({ name, features, chains, bridge }: PlayedOptions): void {
  const accountAt = (address: string) => ({
    address,
    publicKey: new Uint8Array(32),
    chains,
    features,
  })
  const call = async (feature: string, input: Record<string, unknown> = {}): Promise<unknown> => {
    const result = revive(await callTest(bridge, feature, input), accountAt)
    const { accounts } = result as { accounts?: unknown }
    const [signedIn] =
      feature === 'solana:signIn' && Array.isArray(result)
        ? (result as { account?: unknown }[])
        : []
    if (Array.isArray(accounts)) wallet.accounts = accounts
    if (signedIn?.account) wallet.accounts = [signedIn.account]
    return result
  }
  const listeners = new Set<(changed: object) => void>()
  const known = [...features, 'standard:connect'].map((feature) => {
    const method = feature.split(':')[1] ?? ''
    return [
      feature,
      {
        version: '1.0.0',
        supportedTransactionVersions: ['legacy', 0],
        [method]: (input?: Record<string, unknown>) => call(feature, input),
      },
    ] as const
  })
  const events = {
    version: '1.0.0',
    on: (_: string, listener: (changed: object) => void) => (
      listeners.add(listener), () => listeners.delete(listener)
    ),
  }
  const wallet = {
    version: '1.0.0',
    name,
    icon: 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>',
    chains,
    accounts: [] as unknown[],
    features: { ...Object.fromEntries(known), 'standard:events': events },
  }
  announce(wallet)
  // shares other accounts, or the test's value in their place
  Object.assign(window, {
    [`share ${name}`]: (accounts: unknown) => {
      wallet.accounts = Array.isArray(accounts)
        ? accounts.map((one: unknown) =>
            typeof one === 'string' && one.length > 30 ? accountAt(one) : one,
          )
        : (accounts as unknown[])
      for (const listener of listeners) listener({ accounts: wallet.accounts })
    },
  })
}

/** Shares these accounts, or an invalid value in their place, as the wallet's owner does. */
export function shareAccounts(page: Page, name: string, accounts: unknown): Promise<void> {
  return page.evaluate(
    ([name, accounts]) =>
      (window as unknown as Record<string, (accounts: unknown) => void>)[`share ${name}`]?.(
        accounts,
      ),
    [name, accounts] as const,
  )
}

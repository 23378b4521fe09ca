import type { Grant } from 'latchkey'
import { isRecord } from '../readNetworks.ts'

/** What the bakery's server sells. `devnet/src/bakery` */
export type Menu = {
  /** The address of the server. */
  url: string
  /** The id of the chain on which it takes its payments. */
  chainId: number
  /** The account that takes the payments. */
  spender: `0x${string}`
  /** The account that receives them. */
  till: `0x${string}`
  token: `0x${string}`
  /** Of one loaf, in base units of the token. */
  price: bigint
  /** The seconds of a day. In the demo it is shorter than everywhere else. */
  day: number
}

/** A subscription of an account. Times are in seconds since 1970. */
export type Subscription = {
  loaves: number
  /** When the next loaf comes. */
  next: number
  /** When the permission ends. */
  end: number
  hasEnded: boolean
  /** Why the newest payment failed, as a sentence. */
  problem?: { text: string }
}

/** Milliseconds until the page gives up a request to the bakery. */
const patience = 20_000

/**
 * Reads the menu of the bakery.
 * @throws Error when it does not answer
 */
export async function readMenu(url: string, signal: AbortSignal): Promise<Menu> {
  const answer = await request(`${url}/menu`, { signal })
  // the page's own server
  const menu = answer as unknown as Omit<Menu, 'price' | 'url'> & { price: string }
  return { ...menu, url, price: BigInt(menu.price) }
}

/**
 * Gives the bakery what the visitor granted.
 * @throws Error with the sentence of the bakery when it does not take it
 */
export async function subscribe(
  { url }: Menu,
  { from, chainId, context }: Grant,
  signal: AbortSignal,
): Promise<Subscription> {
  const body = JSON.stringify({ account: from, chainId, context })
  const headers = { 'content-type': 'application/json' }
  return read(await request(`${url}/subscriptions`, { method: 'POST', headers, body, signal }))
}

/**
 * Reads the subscription of an account. Null if it has none.
 * @throws Error when the bakery does not answer
 */
export async function readSubscription(
  { url }: Menu,
  account: string,
  signal: AbortSignal,
): Promise<Subscription | null> {
  const answer = await request(`${url}/subscriptions/${account}`, { signal })
  return answer['subscription'] === null ? null : read(answer)
}

/** The page's own server answers in this form. */
const read = (answer: Record<string, unknown>) => answer['subscription'] as Subscription

async function request(url: string, init: RequestInit): Promise<Record<string, unknown>> {
  const signals = [AbortSignal.timeout(patience), ...(init.signal ? [init.signal] : [])]
  const response = await fetch(url, { ...init, signal: AbortSignal.any(signals) }).catch(
    (cause: unknown) => {
      throw new Error('The bakery does not answer.', { cause })
    },
  )
  const answer: unknown = await response.json()
  if (!isRecord(answer)) throw new Error('The bakery does not answer.')
  if (!response.ok) throw new Error(String(answer['error']))
  return answer
}

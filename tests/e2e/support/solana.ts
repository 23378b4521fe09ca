/** A Solana chain for apps that read the addresses of chains, and transactions made by hand. */
import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { formatUnits } from 'viem'
import type { Addresses } from '../../../devnet/src/startLatchkey.ts'
import { fromBase58, toBase58 } from '../../../packages/protocol/src/base58.ts'
import type { ServedSolana } from '../fixtures/serveSolana.entry.ts'
import { changeAddresses } from './changeAddresses.ts'
import { withSolana } from './withSolana.ts'

const systemProgram = '11111111111111111111111111111111'

/** A running chain. Its balances include processed transactions. */
export type TestSolana = {
  networkId: string
  url: string
  balanceOf: (address: string) => Promise<bigint>
  /** The balance of a token of an account, in the smallest unit. */
  tokensOf: (address: string, mint: string) => Promise<bigint>
  /** An amount that no test has paid on this chain yet, and its text in SOL. */
  newAmount: () => { lamports: bigint; text: string }
  /** Lets `slots` slots pass at once. */
  advance: (slots: number) => void
  /** The mint of a token of the chain. */
  mintOf: (symbol: string) => string
  /** An unsigned payment of lamports, base64. */
  payment: (from: string, to: string, lamports: bigint) => Promise<string>
  /** The part of a payment that is signed. */
  message: (from: string, to: string) => Promise<Uint8Array>
  /** An unsigned call of an unknown program, base64. */
  strange: (from: string) => Promise<string>
}

/** Adds a chain and its API to the addresses that the apps of this page read. */
export async function addSolana(
  page: Page,
  devnet: Addresses,
  { networkId, url, api, advance, newAmount, deployment: { tokens } }: ServedSolana,
): Promise<TestSolana> {
  const mintOf = (wanted: string) => tokens.find(({ symbol }) => symbol === wanted)?.mint ?? ''
  await changeAddresses(page.context(), (known) => withSolana(known, { networkId, url }))
  // the worker's own API does not serve this chain
  await page.context().route(`${devnet.api}/**`, async (route, request) => {
    const requestText = decodeURIComponent(request.url() + (request.postData() ?? ''))
    if (requestText.includes('/supported-chains'))
      return route.fulfill({
        headers: { 'access-control-allow-origin': '*' },
        json: { http: [...Object.keys(devnet.chains), networkId], ws: [] },
      })
    return requestText.includes('solana:')
      ? route.continue({ url: request.url().replace(devnet.api, api) })
      : route.fallback()
  })
  const pay = (from: string, to: string, lamports: bigint) =>
    messageOf(url, [from, to, systemProgram], [0, 1], [2, 0, 0, 0, ...little(lamports)])
  return {
    networkId,
    url,
    mintOf,
    advance,
    newAmount() {
      const lamports = newAmount()
      return { lamports, text: formatUnits(lamports, 9) }
    },
    balanceOf: (address) => balanceOf(url, address),
    tokensOf: (address, mint) => tokensOf(url, address, mint),
    payment: async (...payment) => unsigned(await pay(...payment)),
    message: (from, to) => pay(from, to, 1n),
    strange: async (from) =>
      unsigned(
        await messageOf(url, [from, from.replace(/^./, 'B'), systemProgram], [0], [9, 9, 9]),
      ),
  }
}

async function balanceOf(url: string, address: string): Promise<bigint> {
  const parameters = [address, { commitment: 'processed' }]
  const { value } = await requestSolana<{ value: number }>(url, 'getBalance', parameters)
  return BigInt(value)
}

type TokenAccount = {
  account: { data: { parsed: { info: { tokenAmount: { amount: string } } } } }
}

async function tokensOf(url: string, address: string, mint: string): Promise<bigint> {
  const { value } = await requestSolana<{ value: readonly TokenAccount[] }>(
    url,
    'getTokenAccountsByOwner',
    [address, { mint }, { commitment: 'processed', encoding: 'jsonParsed' }],
  )
  return value.reduce(
    (sum, { account }) => sum + BigInt(account.data.parsed.info.tokenAmount.amount),
    0n,
  )
}

/** An address that no other test uses, with an empty balance. */
export function newSolanaAddress(): string {
  const { x = '' } = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' })
  return toBase58(Buffer.from(x, 'base64url'))
}

/** The demo's ConnectButton with a Solana account. */
export const solanaAccountOf = (page: Page): Locator =>
  page.getByRole('banner').getByRole('button', { name: /^Account \u2068?[1-9A-HJ-NP-Za-km-z]{4}…/ })

/** The public key behind an address, to check signatures. */
export function publicKeyOf(address: string): KeyObject {
  return createPublicKey({
    key: Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), fromBase58(address)]),
    format: 'der',
    type: 'spki',
  })
}

/** A legacy message with one signer, and one instruction for the program in the last key. */
async function messageOf(
  url: string,
  keys: readonly string[],
  accounts: readonly number[],
  data: readonly number[],
): Promise<Uint8Array> {
  const { value } = await requestSolana<{ value: { blockhash: string } }>(
    url,
    'getLatestBlockhash',
    [],
  )
  return Uint8Array.from([
    1,
    0,
    1,
    keys.length,
    ...keys.flatMap((key) => [...fromBase58(key)]),
    ...fromBase58(value.blockhash),
    1,
    keys.length - 1,
    accounts.length,
    ...accounts,
    data.length,
    ...data,
  ])
}

const unsigned = (message: Uint8Array) =>
  Buffer.from([1, ...new Uint8Array(64), ...message]).toString('base64')

const little = (value: bigint) =>
  Array.from({ length: 8 }, (_, index) => Number((value >> BigInt(8 * index)) & 255n))

/** Sends a request to a Solana node. */
export async function requestSolana<result>(
  url: string,
  method: string,
  params: readonly unknown[],
): Promise<result> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    signal: AbortSignal.timeout(10_000),
  })
  return ((await response.json()) as { result: result }).result
}

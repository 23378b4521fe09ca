/** A Solana chain of a test, for the apps that ask where the chains are, and transactions made by hand. */
import { createPublicKey, type KeyObject } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { Addresses } from '../../devnet/src/startLatchkey.ts'
import { fromBase58 } from '../../packages/protocol/src/base58.ts'

const systemProgram = '11111111111111111111111111111111'

/** A running chain; its balances are those of processed transactions. */
export type TestSolana = AsyncDisposable & {
  networkId: string
  url: string
  balanceOf: (address: string) => Promise<bigint>
  /** An unsigned payment of lamports, base64. */
  payment: (from: string, to: string, lamports: bigint) => Promise<string>
  /** The part of a payment that is signed. */
  message: (from: string, to: string) => Promise<Uint8Array>
  /** An unsigned call of a program that nobody knows, base64. */
  strange: (from: string) => Promise<string>
}

/** Starts a chain, and adds it to what the apps of this page read about the devnet. */
export async function solanaFor(page: Page, devnet: Addresses): Promise<TestSolana> {
  const { startSolanaChain } = await import('../../devnet/src/solana/startSolanaChain.ts') // a VM, which other tests do not start
  const { networkId, url, close } = await startSolanaChain()
  await page.context().route('**/devnet.json', (route) => route.fulfill({ json: { ...devnet, chains: { ...devnet.chains, [networkId]: url } } }))
  const pay = (from: string, to: string, lamports: bigint) => messageOf(url, [from, to, systemProgram], [0, 1], [2, 0, 0, 0, ...little(lamports)])
  return {
    networkId,
    url,
    balanceOf: async (address) => BigInt((await ask<{ value: number }>(url, 'getBalance', [address, { commitment: 'processed' }])).value),
    payment: async (...payment) => unsigned(await pay(...payment)),
    message: (from, to) => pay(from, to, 1n),
    strange: async (from) => unsigned(await messageOf(url, [from, from.replace(/^./, 'B'), systemProgram], [0], [9, 9, 9])),
    [Symbol.asyncDispose]: close,
  }
}

/** The public key behind an address, to check signatures. */
export function publicKeyOf(address: string): KeyObject {
  return createPublicKey({ key: Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), fromBase58(address)]), format: 'der', type: 'spki' })
}

/** A legacy message: one signer, one instruction of the last key. */
async function messageOf(url: string, keys: readonly string[], accounts: readonly number[], data: readonly number[]): Promise<Uint8Array> {
  const { value } = await ask<{ value: { blockhash: string } }>(url, 'getLatestBlockhash', [])
  return Uint8Array.from([1, 0, 1, keys.length, ...keys.flatMap((key) => [...fromBase58(key)]), ...fromBase58(value.blockhash), 1, keys.length - 1, accounts.length, ...accounts, data.length, ...data])
}

const unsigned = (message: Uint8Array) => Buffer.from([1, ...new Uint8Array(64), ...message]).toString('base64')

const little = (value: bigint) => Array.from({ length: 8 }, (_, index) => Number((value >> BigInt(8 * index)) & 255n))

async function ask<result>(url: string, method: string, params: readonly unknown[]): Promise<result> {
  const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }), signal: AbortSignal.timeout(10_000) })
  return ((await response.json()) as { result: result }).result
}

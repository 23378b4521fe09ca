import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createTestClient, http, parseEther, publicActions } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { makeFolder } from '@latchkey/server/makeFolder'
import { addressOf, bakery } from '../accounts.ts'
import { isFree } from '../ports.ts'
import { readDeployment } from '../readDeployment.ts'
import { startBakery } from './startBakery.ts'

/** The chain on which the demo's bakery takes its payments. */
const chainId = 31_337
/** The price of a loaf, in base units of USDC. */
const price = 4_000_000n
/** The day of the demo's bakery, in seconds: short enough that a person sees the next loaf. */
const shortDay = 60
/** What the bakery has for fees, in wei. */
const stock = parseEther('100')

export type DevnetBakeryOptions = {
  /** The node of the first EVM chain. */
  rpcUrl: string
  /** The preferred port; a free one is used if another program has it. */
  port: number
  /** The origins of the demo's pages. */
  origins: readonly string[]
  /** Seconds of a day. @default 60 */
  day?: number
  /**
   * The key of the account that takes the payments. Two bakeries on one chain need two. @default
   * `bakery` of `accounts.ts`
   */
  privateKey?: `0x${string}`
  /** The folder in which the subscriptions are stored. Without it they are lost at the end. */
  stateDir?: string | undefined
  /** Deletes the stored subscriptions. */
  fresh?: boolean | undefined
}

/** Starts the server of the demo's bakery with the devnet's accounts, and refills its account. */
export async function startDevnetBakery({
  rpcUrl,
  port,
  origins,
  day = shortDay,
  privateKey = bakery.privateKey,
  stateDir,
  fresh = false,
}: DevnetBakeryOptions): Promise<{ url: string; close: () => Promise<void> }> {
  const token = readDeployment(chainId).tokens.find(({ symbol }) => symbol === 'USDC')
  if (!token) throw new Error('The chain of the bakery has no USDC.')
  const folder = stateDir === undefined ? undefined : join(stateDir, 'bakery')
  if (folder !== undefined && fresh) await rm(folder, { recursive: true, force: true })
  if (folder !== undefined) await makeFolder(folder)
  const client = createTestClient({ mode: 'anvil', transport: http(rpcUrl) }).extend(publicActions)
  const spender = privateKeyToAccount(privateKey)
  const { address } = spender
  if ((await client.getBalance({ address })) < stock / 2n)
    await client.setBalance({ address, value: stock })
  return startBakery({
    chainId,
    rpcUrl,
    spender,
    till: addressOf('freelancer'), // the demo's tips go there, too
    token: token.address,
    price,
    day,
    file: folder && join(folder, 'subscriptions.json'),
    port: (await isFree(port)) ? port : 0,
    origins,
  })
}

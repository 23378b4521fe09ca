/**
 * A smart account of the wallet on a real chain with permissions of sites, and the wallet's server
 * as far as it stores them.
 */
import type { Hex } from '@latchkey/protocol/evmSignature/hex'

import type { SessionTerms } from '@latchkey/protocol/sessions/terms'
import {
  endGrant,
  listGrants,
  putGrant,
  type OwnGrant,
} from '@latchkey/protocol/sessions/walletGrants'
import { delegationManager, delegator } from '@latchkey/protocol/smartAccounts/contracts'
import { writeDesignator } from '@latchkey/protocol/smartAccounts/delegation'
import type { WalletCall } from '@latchkey/protocol/walletServer'
import { encodeFunctionData, encodePacked, parseAbi, parseEther } from 'viem'
import { generatePrivateKey, privateKeyToAccount, type PrivateKeyAccount } from 'viem/accounts'
import type { Devnet } from '../../../../../../devnet/src/startDevnet.ts'
import { fault } from '../../bridge/Fault.ts'
import { prepareVault } from '../../rpc/prepareVault.ts'
import { signingMethodOf } from '../../rpc/signingMethods.ts'
import {
  clientOf,
  paymasterUrl,
  startTestAccount,
} from '../../smartAccount/testing/startTestAccount.ts'
import type { Network } from '../../wallet/network.ts'
import type { Wallet } from '../../wallet/Wallet.ts'
import { completeGrant, rememberGrant, type StoredGrant } from '../grantStore.ts'
import { signGrant } from '../signGrant.ts'

/** The site of the tests. */
export const shop = 'https://shop.example'

const payee = '0x00000000000000000000000000000000000a11ce'
const managerAbi = parseAbi([
  'function redeemDelegations(bytes[] contexts, bytes32[] modes, bytes[] calls)',
])

type Stored = OwnGrant & { endedAt: number | null }

/** A server that stores grants as the real one does, and may be unreachable. */
function createGrantServer() {
  const state = { isReachable: true, grants: [] as Stored[] }
  const same = (one: Stored, networkId: string, hash: Hex) =>
    one.networkId === networkId && completeGrant({ ...one, siteName: undefined })?.hash === hash
  const answer = async ({ path }: WalletCall, params: unknown) => {
    if (!state.isReachable) throw fault('httpFailed')
    if (path === listGrants.path) return { grants: state.grants.toReversed() }
    if (path === putGrant.path) {
      const { grant } = params as { grant: OwnGrant } // as the frame sends it
      const hash = completeGrant({ ...grant, siteName: undefined })?.hash ?? '0x'
      if (!state.grants.some((one) => same(one, grant.networkId, hash)))
        state.grants.push({ ...grant, endedAt: null })
      return {}
    }
    const { networkId, hash } = params as { networkId: string; hash: Hex } // as the frame sends it
    state.grants = state.grants.map((one) =>
      same(one, networkId, hash) ? { ...one, endedAt: 1 } : one,
    )
    return {}
  }
  return { state, answer }
}

/** Starts an upgraded account on each chain, and a site's own account. */
export async function startEnding(devnet: Devnet, { ether = '2', hasPaymaster = false } = {}) {
  const account = await startTestAccount(devnet.chains)
  const { wallet: plain, address } = account
  const key = privateKeyToAccount(generatePrivateKey())
  for (const chain of devnet.chains) {
    const client = clientOf(chain)
    await client.setBalance({ address, value: parseEther(ether) })
    await client.setBalance({ address: key.address, value: parseEther('10') })
    await client.setCode({ address, bytecode: writeDesignator(delegator) })
  }
  const server = createGrantServer()
  const call: Wallet['server']['call'] = (entry, params, options) =>
    entry.path === endGrant.path || entry.path.startsWith(listGrants.path)
      ? (server.answer(entry, params) as never) // the entry's result
      : plain.server.call(entry, params, options)
  const wallet: Wallet = {
    ...plain,
    server: { call },
    settings: {
      ...plain.settings,
      ...(hasPaymaster && { ownPaymaster: paymasterUrl, projectId: 'shop' }),
    },
  }
  const { signal } = new AbortController()
  const usual: Omit<SessionTerms, 'nonce'> = {
    what: { kind: 'allowance', amount: 100n, startTime: 1 },
    expiry: Math.floor(Date.now() / 1_000) + 7 * 86_400,
    redeemers: [key.address],
  }
  /** Gives a site a permission, which this browser stores. */
  async function grant(
    terms: Partial<SessionTerms> = {},
    { origin = shop, chain = devnet.chains[0], wantedSeconds = 30 * 86_400 } = {},
  ): Promise<StoredGrant> {
    const network = account.networkOf(chain)
    const context = await signGrant(
      { wallet, network, openVault: prepareVault() },
      { account: address, delegate: key.address, terms: { ...usual, ...terms }, signal },
    )
    const made = completeGrant({
      origin,
      networkId: network.networkId,
      requestHash: '12'.repeat(32),
      wantedSeconds,
      context,
      signatures: [],
      grantedAt: Date.now(),
    })
    if (!made) throw new Error('not readable')
    await rememberGrant(wallet, made)
    return made
  }
  const ask = askerOf(wallet, account.networkOf(), signal)
  const redeem = redeemerOf(account.client, key)
  return { ...account, wallet, server: server.state, key, signal, grant, ask, redeem }
}

type Client = Awaited<ReturnType<typeof startTestAccount>>['client']

/** Redeems a permission for a payment of the coin, and says whether the chain lets it. */
const redeemerOf =
  (client: Client, key: PrivateKeyAccount) =>
  async ({ context }: Pick<StoredGrant, 'context'>, value: bigint): Promise<boolean> => {
    const hash = await client.sendTransaction({
      account: key,
      to: delegationManager,
      gas: 2_000_000n,
      data: encodeFunctionData({
        abi: managerAbi,
        functionName: 'redeemDelegations',
        args: [
          [context],
          [`0x${'0'.repeat(64)}`],
          [encodePacked(['address', 'uint256', 'bytes'], [payee, value, '0x'])],
        ],
      }),
    })
    return (await client.waitForTransactionReceipt({ hash })).status === 'success'
  }

/** Requests of sites to the wallet. */
function askerOf(wallet: Wallet, network: Network, signal: AbortSignal) {
  let requests = 0
  return async function ask<result>(
    method: string,
    params: unknown,
    origin = shop,
  ): Promise<result> {
    const answer = signingMethodOf(method)
    if (!answer) throw new Error(`no ${method}`)
    requests += 1
    const request = { id: `end ${requests}`, signal, wait() {} }
    const asking = { ...wallet, site: { origin } }
    return (await answer({ wallet: asking, network, params, request } as never)) as result // of this method
  }
}

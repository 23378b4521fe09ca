/**
 * An account of the wallet on a real chain, with a visitor who gives permissions, and a site that
 * redeems them.
 */
import type { Hex } from '@latchkey/protocol/evmSignature/hex'
import { delegationManager } from '@latchkey/protocol/smartAccounts/contracts'
import { encodeFunctionData, encodePacked, parseAbi, parseEther } from 'viem'
import { generatePrivateKey, privateKeyToAccount, type PrivateKeyAccount } from 'viem/accounts'
import type { Devnet } from '../../../../../../devnet/src/startDevnet.ts'
import type {
  ApprovedSession,
  SessionToApprove,
} from '../../approve/session/ApproveSessionView.tsx'
import { estimateSmart } from '../../approve/transaction/estimateSmart.ts'
import { fault } from '../../bridge/Fault.ts'
import { signingMethodOf } from '../../rpc/signingMethods.ts'
import { startTestAccount, type clientOf } from '../../smartAccount/testing/startTestAccount.ts'
import type { Wallet } from '../../wallet/Wallet.ts'

const managerAbi = parseAbi([
  'function redeemDelegations(bytes[] contexts, bytes32[] modes, bytes[] calls)',
])
export const tokenAbi = parseAbi([
  'function transfer(address to, uint256 amount) returns (bool)',
  'function approve(address spender, uint256 amount) returns (bool)',
  'function balanceOf(address) view returns (uint256)',
])

/** A call of an account, as a session's redeemer names it. */
export type RedeemedCall = { to: Hex; value?: bigint; data?: Hex }

/** A stage whose screens are decided at once. */
function createStage(plain: Wallet) {
  const granting = {
    shown: [] as SessionToApprove[],
    decide: ({ request }: SessionToApprove): Pick<ApprovedSession, 'terms'> | undefined => ({
      terms: request.terms,
    }),
  }
  return {
    granting,
    async ask({ params }: { params: SessionToApprove }): Promise<ApprovedSession> {
      granting.shown.push(params)
      const decided = granting.decide(params)
      if (!decided) throw fault('userRejected')
      if (!params.upgrade) return decided
      const { address, transactions, smart } = params.upgrade
      if (!smart) throw new Error('no upgrade')
      const { costs, fee, balance, operation } = await estimateSmart(plain, params.network, {
        address,
        transactions,
        smart,
        signal: new AbortController().signal,
      })
      if (balance < fee) throw fault('userRejected')
      return { ...decided, upgrade: { costs, ...(operation && { operation }) } }
    },
  }
}

/** Sends a call to DelegationManager, and says whether the chain lets it. */
async function redeemWith(
  client: ReturnType<typeof clientOf>,
  {
    context,
    call: { to, value = 0n, data = '0x' },
    by,
  }: {
    context: Hex
    call: RedeemedCall
    by: PrivateKeyAccount
  },
): Promise<boolean> {
  const hash = await client.sendTransaction({
    account: by,
    to: delegationManager,
    gas: 2_000_000n,
    data: encodeFunctionData({
      abi: managerAbi,
      functionName: 'redeemDelegations',
      args: [
        [context],
        [`0x${'0'.repeat(64)}`],
        [encodePacked(['address', 'uint256', 'bytes'], [to, value, data])],
      ],
    }),
  })
  return (await client.waitForTransactionReceipt({ hash })).status === 'success'
}

/** Starts an account with Ether and USDC, and the key of a site's own account. */
export async function startGranting(devnet: Devnet, { ether = '10' } = {}) {
  const account = await startTestAccount(devnet.chains)
  const { client, address, wallet: plain } = account
  const [chain] = devnet.chains
  if (!chain) throw new Error('no chain runs')
  const { usd } = chain.deployment.dex
  await client.setBalance({ address, value: parseEther(ether) })
  const [rich] = chain.deployment.accounts
  if (!rich) throw new Error('nobody has tokens')
  await client.impersonateAccount({ address: rich.address })
  await client.waitForTransactionReceipt({
    hash: await client.writeContract({
      account: rich.address,
      address: usd,
      abi: tokenAbi,
      functionName: 'transfer',
      args: [address, 1_000_000_000n],
    }),
  })
  const key = privateKeyToAccount(generatePrivateKey())
  await client.setBalance({ address: key.address, value: parseEther('10') })
  const stage = createStage(plain)
  const wallet = { ...plain, stage } as unknown as Wallet // its parts that grants use
  let requests = 0
  /** A request of the site. */
  async function ask<result>(method: string, params: unknown): Promise<result> {
    const answer = signingMethodOf(method)
    if (!answer) throw new Error(`no ${method}`)
    const request = {
      id: `grant ${(requests += 1)}`,
      signal: new AbortController().signal,
      wait() {},
    }
    const call = { wallet, network: account.networkOf(), params, request }
    return (await answer(call as never)) as result // of this method
  }
  /** Redeems a context, and says whether the chain lets it. */
  const redeem = (context: Hex, call: RedeemedCall, by = key) =>
    redeemWith(client, { context, call, by })
  /** The call that pays an amount of the token. */
  const payment = (to: Hex, amount: bigint): RedeemedCall => ({
    to: usd,
    data: encodeFunctionData({ abi: tokenAbi, functionName: 'transfer', args: [to, amount] }),
  })
  const now = async () => Number((await client.getBlock()).timestamp)
  return { ...account, wallet, granting: stage.granting, ask, redeem, payment, key, usd, now }
}

/** A chain on which a smart account grants sessions, for tests. */
import { writeCaveats } from '@latchkey/protocol/sessions/caveats'
import {
  delegationTypedData,
  raiseNonceCall,
  rootAuthority,
  writeContext,
  type Delegation,
  type SignedDelegation,
} from '@latchkey/protocol/sessions/delegation'
import { enforcers } from '@latchkey/protocol/sessions/enforcers'
import type { SessionTerms } from '@latchkey/protocol/sessions/terms'
import type { AccountCall } from '@latchkey/protocol/smartAccounts/calls'
import { delegationManager, delegator } from '@latchkey/protocol/smartAccounts/contracts'
import {
  createPublicClient,
  encodeFunctionData,
  erc20Abi,
  http,
  parseAbi,
  parseEther,
  zeroAddress,
  type Address,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount, type PrivateKeyAccount } from 'viem/accounts'
import type { Devnet } from '../startDevnet.ts'
import { createClockedChain, type Sent } from './clockedChain.ts'
import { redeemData, singleExecution } from './redeemData.ts'

const mintAbi = parseAbi(['function mint(address to, uint256 amount)'])
const nonceAbi = parseAbi(['function currentNonce(address, address) view returns (uint256)'])

export type SessionChain = Awaited<ReturnType<typeof openSessionChain>>

/**
 * Makes an account smart, and gives it more coins and tokens than a test takes.
 * @param ann the key of the account
 */
export async function openSessionChain(
  { url, chainId, deployment }: Devnet['chains'][number],
  ann: PrivateKeyAccount = newKey(),
) {
  const clocked = createClockedChain(url, chainId)
  const { send } = clocked
  const client = createPublicClient({ transport: http(url) })
  const [redeemer, second, stranger] = [newKey(), newKey(), newKey()] as const
  const everybody = [ann, redeemer, second, stranger].map(({ address }) => address)
  await clocked.prepare(everybody, parseEther('1000'))
  const addressOf = (symbol: string): Address =>
    deployment.tokens.find((token) => token.symbol === symbol)?.address ?? zeroAddress
  const tokens = { usdc: addressOf('USDC'), weth: addressOf('WETH'), hush: addressOf('HUSH') }
  const args = [ann.address, 10n ** 30n] as const
  const data = encodeFunctionData({ abi: mintAbi, functionName: 'mint', args })
  for (const to of Object.values(tokens)) await send({ from: stranger.address, to, data })

  /** Makes the account an ordinary one, or a smart one again. */
  const setSmart = (isSmart: boolean): Promise<void> =>
    clocked.setCode(ann, isSmart ? delegator : zeroAddress)
  await setSmart(true)

  /** What the account has of a token, or of the native currency. */
  const heldOf = (token: Address | undefined): Promise<bigint> =>
    token
      ? client.readContract({
          address: token,
          abi: erc20Abi,
          functionName: 'balanceOf',
          args: [ann.address],
        })
      : client.getBalance(ann)

  /** The account's number in NonceEnforcer. */
  const readNonce = (): Promise<bigint> =>
    client.readContract({
      address: enforcers.nonce,
      abi: nonceAbi,
      functionName: 'currentNonce',
      args: [delegationManager, ann.address],
    })

  const grant = createGrants(ann, chainId)
  return {
    ...{ chainId, ann, redeemer, second, stranger, tokens },
    ...{ now: clocked.now, send, call: clocked.call, isSuccess: clocked.isSuccess },
    ...{ setSmart, heldOf, readNonce, grant },
    /** Ends all sessions of an account. */
    raiseNonce: ({ address: from }: PrivateKeyAccount): Promise<boolean> =>
      send({ from, to: enforcers.nonce, data: raiseNonceCall() }),
    /** Signs a delegation of any account. */
    sign: (delegation: Delegation, by: PrivateKeyAccount) => sign(delegation, by, chainId),
    /** Uses a session for one call, in a block of a second. */
    use: (session: SignedDelegation, one: AccountCall, time?: number): Promise<boolean> =>
      send(usage(session, one), time),
  }
}

const newKey = () => privateKeyToAccount(generatePrivateKey())

const sign = async (
  delegation: Delegation,
  by: PrivateKeyAccount,
  chainId: number,
): Promise<SignedDelegation> => ({
  ...delegation,
  signature: await by.signTypedData(delegationTypedData(delegation, chainId)),
})

/** Grants sessions of an account, as the e-mail wallet does. */
function createGrants(ann: PrivateKeyAccount, chainId: number) {
  let salt = 0n
  /** @param on the chain that is signed for */
  return (terms: SessionTerms, { on = chainId } = {}): Promise<SignedDelegation> => {
    const delegation = {
      delegate: terms.redeemers[0] ?? zeroAddress,
      delegator: ann.address,
      authority: rootAuthority,
      caveats: writeCaveats(terms),
      salt: ++salt,
    }
    return sign(delegation, ann, on)
  }
}

/** The transaction with which a site uses a session for one call. */
export const usage = (session: SignedDelegation, one: AccountCall): Sent => ({
  from: session.delegate,
  to: delegationManager,
  data: redeemData([{ context: writeContext(session), execution: singleExecution(one) }]),
})

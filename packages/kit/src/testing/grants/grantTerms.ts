import type { Hex } from '@latchkey/protocol/evmSignature/hex'
import { writeCaveats } from '@latchkey/protocol/sessions/caveats'
import {
  delegationTypedData,
  rootAuthority,
  writeContext,
} from '@latchkey/protocol/sessions/delegation'
import { enforcers } from '@latchkey/protocol/sessions/enforcers'
import { selectorOf, spendingOf } from '@latchkey/protocol/sessions/permissions'
import type { ExecutionRequest } from '@latchkey/protocol/sessions/permissions'
import type { SessionTerms } from '@latchkey/protocol/sessions/terms'
import { delegationManager, delegator } from '@latchkey/protocol/smartAccounts/contracts'
import { parseAbi } from 'viem'
import type { LocalAccount } from 'viem'
import {
  getCode,
  readContract,
  sendTransaction,
  signAuthorization,
  waitForTransactionReceipt,
} from 'viem/actions'
import { ProviderError } from '../providerError.ts'
import { clientOf } from '../walletChain.ts'
import type { WalletChain } from '../walletChain.ts'
import type { WalletCore } from '../walletCore.ts'
import { lower } from '../walletCore.ts'

/** Milliseconds for which the wallet waits until the account has its code. */
const longest = 30_000

/**
 * Asks the owner to grant a permission, makes the account a smart account where it is none, and
 * signs. Returns the permission context and the terms. ERC-7710, EIP-7702
 * @throws ProviderError 4001, 4200 on a chain without the contracts
 */
export async function grantTerms(
  wallet: WalletCore,
  {
    account,
    chain,
    to,
    terms,
  }: { account: LocalAccount; chain: WalletChain; to: Hex; terms: Omit<SessionTerms, 'nonce'> },
): Promise<{ context: Hex; terms: SessionTerms }> {
  const { origin, grants } = wallet
  await wallet.consentQueue.request({
    type: 'grant',
    origin,
    account: lower(account.address),
    to,
    chain,
    permission: JSON.stringify(terms, (_, value: unknown) =>
      typeof value === 'bigint' ? String(value) : value,
    ),
  })
  return wallet.inTurn(async () => {
    await upgrade(account, chain)
    const nonce = await nonceOf(account, chain)
    const asked: SessionTerms = { ...terms, nonce }
    const granted = grants?.adjust?.(asked) ?? asked
    const delegation = {
      delegate: lower(to),
      delegator: lower(account.address),
      authority: rootAuthority,
      caveats: writeCaveats(granted),
      salt: BigInt(`0x${crypto.randomUUID().replaceAll('-', '')}`),
    }
    const signature = await account.signTypedData(delegationTypedData(delegation, chain.id))
    return { context: writeContext({ ...delegation, signature }), terms: granted }
  })
}

/** Gives the account the code of a smart account, unless it has it. */
async function upgrade(account: LocalAccount, chain: WalletChain): Promise<void> {
  const client = clientOf(chain)
  const isKnown = await getCode(client, { address: delegationManager })
  if (!isKnown) throw new ProviderError(4200, `Chain ${chain.id} has no smart accounts.`)
  const code = await getCode(client, { address: account.address })
  if (code?.toLowerCase() === `0xef0100${delegator.slice(2).toLowerCase()}`) return
  const authorization = await signAuthorization(client, {
    account,
    contractAddress: delegator,
    executor: 'self',
  })
  const hash = await sendTransaction(client, {
    account,
    to: account.address,
    authorizationList: [authorization],
  })
  await waitForTransactionReceipt(client, { hash, pollingInterval: 100, timeout: longest })
}

const nonceAbi = parseAbi(['function currentNonce(address, address) view returns (uint256)'])

const nonceOf = (account: LocalAccount, chain: WalletChain): Promise<bigint> =>
  readContract(clientOf(chain), {
    address: enforcers.nonce,
    abi: nonceAbi,
    functionName: 'currentNonce',
    args: [delegationManager, account.address],
  })

/** The terms of a request of today's form. */
export function termsOf({ to, permission, rules }: ExecutionRequest): Omit<SessionTerms, 'nonce'> {
  const all = rules ?? []
  const expiry = all.find((rule) => rule.type === 'expiry')
  const redeemer = all.find((rule) => rule.type === 'redeemer')
  const payee = all.find((rule) => rule.type === 'payee')
  const limit = all.find((rule) => rule.type === 'call-limit')
  if (!expiry) throw new ProviderError(4200, 'The wallet grants nothing without an end.')
  return {
    what: whatOf(permission),
    ...(payee && { payees: payee.data.addresses.map(toHex) }),
    ...(limit && { maxUses: BigInt(limit.data.count) }),
    expiry: expiry.data.timestamp,
    redeemers: redeemer ? redeemer.data.addresses.map(toHex) : [toHex(to)],
  }
}

function whatOf(permission: ExecutionRequest['permission']): SessionTerms['what'] {
  if (permission.type === 'contract-call') {
    const { data } = permission
    return {
      kind: 'calls',
      targets: data.targets.map(toHex),
      selectors: data.functions.map(selectorOf),
      maxValue: data.maxValue ?? 0n,
      fixed: data.arguments ?? [],
    }
  }
  return spendingOf(permission, Math.floor(Date.now() / 1_000))
}

const toHex = (address: string) => address as Hex // the shape has checked the address

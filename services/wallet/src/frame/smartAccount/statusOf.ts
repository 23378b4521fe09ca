import { isSmartAccountCode, readDesignator } from '@latchkey/protocol/smartAccounts/delegation'
import { fault } from '../bridge/Fault.ts'
import { askNode } from '../rpc/askNode.ts'
import type { Network } from '../wallet/network.ts'
import type { Wallet } from '../wallet/Wallet.ts'
import { readAccountType, readNetworkChoice } from './choices.ts'
import { contractsOn } from './contractsOn.ts'

/** The code of an account: none, ours, or another contract's. EIP-7702 */
export type AccountCode =
  | { kind: 'plain' }
  | { kind: 'ours' }
  | { kind: 'other'; contract: string | undefined }

/**
 * An account on a network.
 * - `missing`: the network has no smart accounts
 * - `off`: the owner has turned it off in the wallet's settings
 * - `foreign`: it runs the code of another wallet, so it is used as a plain account
 * - `ready`: the first batch upgrades it
 * - `deployed`: it is a smart account
 */
export type SmartStatus = {
  status: 'missing' | 'off' | 'foreign' | 'ready' | 'deployed'
  code: AccountCode
  /** Whether others can pay for it. */
  hasOperations: boolean
}

/**
 * Asks the node for the code of an account, now.
 * @throws Fault when the node does not answer
 */
export async function accountCodeOf(
  wallet: Pick<Wallet, 'server'>,
  network: Network,
  address: string,
  signal?: AbortSignal,
): Promise<AccountCode> {
  const code = await askNode(wallet, network, {
    method: 'eth_getCode',
    params: [address, 'latest'],
    ...(signal && { signal }),
  })
  if (typeof code !== 'string' || !/^0x[\da-f]*$/i.test(code)) throw fault('answerInvalid')
  if (code === '0x') return { kind: 'plain' }
  return isSmartAccountCode(code)
    ? { kind: 'ours' }
    : { kind: 'other', contract: readDesignator(code) }
}

/**
 * Returns what an account is on a network.
 * @throws Fault when the node does not answer
 */
export async function smartStatusOf(
  wallet: Pick<Wallet, 'server' | 'store'>,
  network: Network,
  address: string,
  signal?: AbortSignal,
): Promise<SmartStatus> {
  const [{ hasDelegator, hasOperations }, code, choice] = await Promise.all([
    contractsOn(wallet, network, signal),
    accountCodeOf(wallet, network, address, signal),
    readNetworkChoice(wallet, network, address),
  ])
  const status = !hasDelegator
    ? 'missing'
    : choice === 'off'
      ? 'off'
      : code.kind === 'other' && choice !== 'over'
        ? 'foreign'
        : code.kind === 'ours'
          ? 'deployed'
          : 'ready'
  return { status, code, hasOperations }
}

/**
 * Returns how the account runs a site's calls: `ready` and `deployed` as one batch, all others one
 * after the other.
 * @throws Fault when the node does not answer
 */
export async function smartStatusOnSite(
  wallet: Pick<Wallet, 'server' | 'store' | 'site'>,
  network: Network,
  address: string,
  signal?: AbortSignal,
): Promise<SmartStatus> {
  const [status, type] = await Promise.all([
    smartStatusOf(wallet, network, address, signal),
    readAccountType(wallet),
  ])
  return type === 'smartAccount' || status.status === 'missing'
    ? status
    : { ...status, status: 'off' }
}

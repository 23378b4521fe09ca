import type { Hex } from '@latchkey/protocol/evmSignature/hex'
import { writeCaveats } from '@latchkey/protocol/sessions/caveats'
import { enforcers, sessionContracts } from '@latchkey/protocol/sessions/enforcers'
import type { EnforcerName } from '@latchkey/protocol/sessions/enforcers'
import type { SessionTerms } from '@latchkey/protocol/sessions/terms'
import {
  delegationManager,
  isKnownCode,
  smartAccountContracts,
} from '@latchkey/protocol/smartAccounts/contracts'
import type { KnownContract } from '@latchkey/protocol/smartAccounts/contracts'
import { wordOf } from '@latchkey/protocol/smartAccounts/words'
import * as v from 'valibot'
import { fault } from '../bridge/Fault.ts'
import { askNode, quantityOf } from '../rpc/askNode.ts'
import type { Network } from '../wallet/network.ts'
import type { Wallet } from '../wallet/Wallet.ts'
import { refusal } from './refusals.ts'

type Requester = Pick<Wallet, 'server'>

/** Selectors of the calls that read from DelegationManager and NonceEnforcer 1.3.0. */
const selectors = {
  paused: '0x5c975abb',
  disabledDelegations: '0x2d40d052',
  currentNonce: '0x2bd4ed21',
} as const

/** Reads a number from a contract. @throws Fault when the node does not answer with one */
async function read(
  wallet: Requester,
  network: Network,
  { to, data, signal }: { to: Hex; data: string; signal?: AbortSignal | undefined },
): Promise<bigint> {
  const answer = await askNode(wallet, network, {
    method: 'eth_call',
    params: [{ to, data }, 'latest'],
    ...(signal && { signal }),
  })
  if (typeof answer !== 'string' || answer.length !== 66) throw fault('answerInvalid')
  return quantityOf(answer)
}

/** Reads a boolean from a contract. @throws Fault when the node does not answer with one */
async function readFlag(...call: Parameters<typeof read>): Promise<boolean> {
  const value = await read(...call)
  if (value > 1n) throw fault('answerInvalid')
  return value === 1n
}

/** Whether DelegationManager's owner has paused it, so that no session can be used. */
export const isPaused = (
  wallet: Requester,
  network: Network,
  signal?: AbortSignal,
): Promise<boolean> =>
  readFlag(wallet, network, { to: delegationManager, data: selectors.paused, signal })

/** Whether the account has ended a delegation. */
export const isDisabled = (
  wallet: Requester,
  network: Network,
  hash: Hex,
  signal?: AbortSignal,
): Promise<boolean> =>
  readFlag(wallet, network, {
    to: delegationManager,
    data: selectors.disabledDelegations + hash.slice(2),
    signal,
  })

/** The account's number in NonceEnforcer. When it changes, all sessions of the account end. */
export const sessionNonceOf = (
  wallet: Requester,
  network: Network,
  account: Hex,
  signal?: AbortSignal,
): Promise<bigint> =>
  read(wallet, network, {
    to: enforcers.nonce,
    data: selectors.currentNonce + wordOf(delegationManager) + wordOf(account),
    signal,
  })

/** The enforcers that a session's terms use. */
export function enforcersOf(terms: SessionTerms): readonly EnforcerName[] {
  const used = new Set(writeCaveats(terms).map(({ enforcer }) => enforcer.toLowerCase()))
  return allEnforcers.filter((name) => used.has(enforcers[name].toLowerCase()))
}

const allEnforcers = Object.keys(enforcers) as readonly EnforcerName[] // its own keys

/**
 * Checks, right before a grant, that a network has the contracts of a session with their known
 * code, and that they are in use.
 * @throws Fault 4200 otherwise; another Fault when the node does not answer
 */
export async function requireContracts(
  wallet: Requester,
  network: Network,
  terms: SessionTerms,
  signal?: AbortSignal,
): Promise<void> {
  if (!(await hasContracts(wallet, network, enforcersOf(terms), signal)))
    throw refusal('noContracts')
  if (await isPaused(wallet, network, signal)) throw refusal('paused')
}

async function hasContracts(
  wallet: Requester,
  network: Network,
  names: readonly EnforcerName[],
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const { delegationManager: manager, delegator } = smartAccountContracts
  const contracts: readonly KnownContract[] = [
    manager,
    delegator,
    ...names.map((name) => sessionContracts[name]),
  ]
  const answers = await Promise.all(
    contracts.map(async (contract) => {
      const code = await askNode(wallet, network, {
        method: 'eth_getCode',
        params: [contract.address, 'latest'],
        ...(signal && { signal }),
      })
      return isKnownCode(contract, Number(network.reference), code)
    }),
  )
  return answers.every(Boolean)
}

const prefix = 'sessionContracts:'
const storedShape = v.object({ hasAll: v.boolean(), at: v.number() })
/** Milliseconds for which an answer of the node is used to describe a network. */
const validFor = { present: 24 * 3_600_000, absent: 10 * 60_000 }

/**
 * Whether a network has all contracts of sessions. The node is asked once, then the stored answer
 * is used for some time. Before a grant `requireContracts` asks it again.
 * @throws Fault when the node does not answer
 */
export async function hasSessionContracts(
  wallet: Pick<Wallet, 'server' | 'store'>,
  network: Network,
  signal?: AbortSignal,
): Promise<boolean> {
  const stored = v.safeParse(storedShape, await wallet.store.get(prefix + network.networkId))
  if (stored.success) {
    const { hasAll, at } = stored.output
    const age = Date.now() - at
    if (age >= 0 && age < validFor[hasAll ? 'present' : 'absent']) return hasAll
  }
  const hasAll = await hasContracts(wallet, network, allEnforcers, signal)
  await wallet.store.set(prefix + network.networkId, { hasAll, at: Date.now() })
  return hasAll
}

import { isNumbered } from '@latchkey/protocol/namespace'
import { isKnownCode, smartAccountContracts } from '@latchkey/protocol/smartAccounts/contracts'
import * as v from 'valibot'
import { fault } from '../bridge/Fault.ts'
import { askNode } from '../rpc/askNode.ts'
import { findNetwork } from '../wallet/network.ts'
import type { Network } from '../wallet/network.ts'
import type { Wallet } from '../wallet/Wallet.ts'

/** The contracts of smart accounts that a network has, with the known code. */
export type ContractsOn = {
  /** The code to which an account delegates. It is enough for batches that the account pays. */
  hasDelegator: boolean
  /** EntryPoint too, and the operator has a bundler: others can pay for an account. */
  hasOperations: boolean
}

type Requester = Pick<Wallet, 'server' | 'store'>

const prefix = 'contracts:'
const storedShape = v.object({
  hasDelegator: v.boolean(),
  hasOperations: v.boolean(),
  hasBundler: v.boolean(),
  at: v.number(),
})

/**
 * Milliseconds for which an answer of the node is used. Contracts do not vanish; but a chain may
 * get them, and a node may have been wrong.
 */
const validFor = { present: 24 * 3_600_000, absent: 10 * 60_000 }

/**
 * Returns which contracts a network has. The node is asked once, then the stored answer is used for
 * some time. Before an upgrade `checkDelegator` asks it again.
 * @throws Fault when the node does not answer and has not answered before
 */
export async function contractsOn(
  wallet: Requester,
  network: Network,
  signal?: AbortSignal,
): Promise<ContractsOn> {
  if (!isNumbered(network.namespace)) return { hasDelegator: false, hasOperations: false }
  const hasBundler = network.hasBundler === true
  const read = v.safeParse(storedShape, await wallet.store.get(prefix + network.networkId))
  const stored = read.success && read.output.hasBundler === hasBundler ? read.output : undefined
  const age = Date.now() - (stored?.at ?? 0)
  if (stored && age >= 0 && age < validFor[stored.hasDelegator ? 'present' : 'absent'])
    return stored
  try {
    const [hasDelegator, hasEntryPoint] = await Promise.all([
      checkContract(wallet, network, 'delegator', signal),
      hasBundler && checkContract(wallet, network, 'entryPoint', signal),
    ])
    const found = { hasDelegator, hasOperations: hasDelegator && hasEntryPoint }
    await wallet.store.set(prefix + network.networkId, { ...found, hasBundler, at: Date.now() })
    return found
  } catch (error) {
    if (stored) return stored
    throw error
  }
}

/**
 * Asks the node whether the delegator has its known code, now.
 * @throws Fault when the node does not answer
 */
export const checkDelegator = (
  wallet: Pick<Wallet, 'server'>,
  network: Network,
): Promise<boolean> => checkContract(wallet, network, 'delegator')

async function checkContract(
  wallet: Pick<Wallet, 'server'>,
  network: Network,
  name: 'delegator' | 'entryPoint',
  signal?: AbortSignal,
): Promise<boolean> {
  const contract = smartAccountContracts[name]
  const code = await askNode(wallet, network, {
    method: 'eth_getCode',
    params: [contract.address, 'latest'],
    ...(signal && { signal }),
  })
  return isKnownCode(contract, Number(network.reference), code)
}

/**
 * Returns the networks that have smart accounts. A network whose node does not answer is left out,
 * and its node is asked again next time.
 * @throws Fault `unavailable` if no node answers
 */
export async function smartAccountNetworks(
  wallet: Requester & Pick<Wallet, 'settings'>,
  signal?: AbortSignal,
): Promise<readonly Network[]> {
  const networks = evmNetworks(wallet)
  const answers = await Promise.allSettled(
    networks.map((network) => contractsOn(wallet, network, signal)),
  )
  const failed = answers.find((answer) => answer.status === 'rejected')
  if (failed && answers.every(({ status }) => status === 'rejected'))
    throw fault('unavailable', { cause: failed.reason })
  return networks.filter((_, index) => {
    const answer = answers[index]
    return answer?.status === 'fulfilled' && answer.value.hasDelegator
  })
}

/** The wallet's networks of the namespace that has smart accounts. */
export const evmNetworks = ({ settings }: Pick<Wallet, 'settings'>): readonly Network[] =>
  settings.networks.flatMap(({ networkId }) => {
    const network = findNetwork(settings, networkId)
    return network && isNumbered(network.namespace) ? [network] : []
  })

import { createTestClient, http, publicActions, zeroAddress, type Address } from 'viem'
import { enforcers } from '@latchkey/protocol/sessions/enforcers'
import { executor } from './accounts.ts'
import type { Deployment } from './deployment.ts'
import { readBakedAccounts, type StateAccount } from './stateFolder.ts'

/** The contract with which EntryPoint calls factories. EntryPoint made it when it was deployed. */
export const senderCreator = '0xEFC2c1444eBCC4Db75e7613d20C6a62fF67A167C'

/** A client of anvil. */
const clientOf = (url: string) =>
  createTestClient({ mode: 'anvil', transport: http(url) }).extend(publicActions)

/** The contracts of sessions. They are written after {@link accountAddresses}, in this order. */
const sessionAddresses: readonly Address[] = Object.values(enforcers)

/**
 * The addresses of what smart accounts need, in the order in which they are written. The paymaster
 * is the last one: where it is, all others are, too.
 */
const accountAddresses = ({
  smartAccounts,
}: Pick<Deployment, 'smartAccounts'>): readonly Address[] => [
  executor.address,
  senderCreator,
  smartAccounts.delegationManager,
  smartAccounts.delegator,
  smartAccounts.entryPoint,
  smartAccounts.paymaster,
]

/**
 * Writes the contracts of smart accounts and sessions into a chain whose stored state is older than
 * they are. It takes them from the baked state, and mines no block. A chain that has them costs one
 * request.
 * @param url the URL of the chain's node, which has to be anvil
 */
export async function addMissingContracts(
  url: string,
  deployment: Pick<Deployment, 'chainId' | 'smartAccounts'>,
): Promise<void> {
  const client = clientOf(url)
  const has = async (address: Address = zeroAddress) =>
    (await client.getCode({ address })) !== undefined
  if (await has(sessionAddresses.at(-1))) return
  const hasAccounts = await has(deployment.smartAccounts.paymaster)
  const addresses = [...(hasAccounts ? [] : accountAddresses(deployment)), ...sessionAddresses]
  const accounts = readBakedAccounts(deployment.chainId, addresses)
  for (const [index, account] of accounts.entries()) {
    const address = addresses[index]
    if (address) await addAccount(client, address, account)
  }
}

async function addAccount(
  client: ReturnType<typeof clientOf>,
  address: Address,
  { balance, nonce, code, storage }: StateAccount,
): Promise<void> {
  const held = await client.getBalance({ address })
  await client.setBalance({ address, value: held + BigInt(balance) })
  if (code === '0x') return
  await client.setNonce({ address, nonce })
  for (const [index, value] of Object.entries(storage))
    await client.setStorageAt({ address, index: index as Address, value }) // keys are hex
  await client.setCode({ address, bytecode: code })
}

/** Removes the contracts of smart accounts and sessions from a chain, for tests. */
export async function removeSmartAccounts(
  url: string,
  deployment: Pick<Deployment, 'smartAccounts'>,
): Promise<void> {
  await removeCodes(url, accountAddresses(deployment))
  await removeSessions(url)
}

/** Removes the contracts of sessions from a chain, for tests. */
export const removeSessions = (url: string): Promise<void> => removeCodes(url, sessionAddresses)

async function removeCodes(url: string, addresses: readonly Address[]): Promise<void> {
  const client = clientOf(url)
  for (const address of addresses) await client.setCode({ address, bytecode: '0x' })
}

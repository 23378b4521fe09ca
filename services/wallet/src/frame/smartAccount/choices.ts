import { chainOf } from '@latchkey/protocol/chains/registry'
import * as v from 'valibot'
import { readConsent } from '../wallet/consent.ts'
import type { Network } from '../wallet/network.ts'
import type { Wallet } from '../wallet/Wallet.ts'

/** A kind of account. Both have the same address and key. */
export type AccountType = 'eoa' | 'smartAccount'

const typePrefix = 'accountType:'
const switchPrefix = 'smartAccount:'

/** `by`: a choice of the visitor is stronger than the site's default. */
const choice = v.object({
  userId: v.optional(v.string()),
  type: v.picklist(['eoa', 'smartAccount']),
  by: v.picklist(['visitor', 'site']),
})

type Chooser = Pick<Wallet, 'store' | 'site'>

const readChoice = async (wallet: Chooser): Promise<v.InferOutput<typeof choice> | undefined> => {
  const stored = v.safeParse(choice, await wallet.store.get(typePrefix + wallet.site.origin))
  if (!stored.success) return undefined
  return stored.output.userId === (await readConsent(wallet)) ? stored.output : undefined
}

/** The kind of account that this user has on this site. @default smartAccount */
export const readAccountType = async (wallet: Chooser): Promise<AccountType> =>
  (await readChoice(wallet))?.type ?? 'smartAccount'

/** Stores the kind of account that was chosen on this site. */
export async function writeAccountType(wallet: Chooser, type: AccountType): Promise<void> {
  await write(wallet, type, 'visitor')
}

/** Stores the site's default, unless the kind of account was chosen on this site. */
export async function writeDefaultType(wallet: Chooser, type: AccountType): Promise<void> {
  if ((await readChoice(wallet))?.by !== 'visitor') await write(wallet, type, 'site')
}

async function write(wallet: Chooser, type: AccountType, by: 'visitor' | 'site'): Promise<void> {
  const userId = await readConsent(wallet)
  await wallet.store.set(typePrefix + wallet.site.origin, {
    ...(userId !== undefined && { userId }),
    type,
    by,
  })
}

/**
 * The owner's choice for a network, in the wallet's settings.
 * - `off`: the account stays or becomes a plain one
 * - `over`: the account is upgraded although it runs another wallet's code now
 */
export type NetworkChoice = 'on' | 'off' | 'over'

const { addressKey } = chainOf('eip155')

const nameOf = ({ networkId }: Network, address: string) =>
  `${switchPrefix}${networkId} ${addressKey(address)}`

/** @default on */
export async function readNetworkChoice(
  { store }: Pick<Wallet, 'store'>,
  network: Network,
  address: string,
): Promise<NetworkChoice> {
  const stored = await store.get(nameOf(network, address))
  return stored === 'off' || stored === 'over' ? stored : 'on'
}

/** Stores the owner's choice for a network. */
export const writeNetworkChoice = (
  { store }: Pick<Wallet, 'store'>,
  network: Network,
  address: string,
  value: NetworkChoice,
): Promise<void> => store.set(nameOf(network, address), value)

/** Deletes all choices, when the account is deleted. */
export async function forgetChoices(store: Wallet['store']): Promise<void> {
  for (const prefix of [typePrefix, switchPrefix])
    for (const name of await store.names(prefix)) await store.delete(name)
}

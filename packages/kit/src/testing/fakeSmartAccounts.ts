import type { NetworkId } from '@latchkey/protocol/caip'
import type { AccountType } from '../core/accounts/sharedAccount.ts'
import { withSmartAccounts } from '../core/accounts/withSmartAccounts.ts'
import type { LinkState } from '../core/contracts/connectorSource.ts'
import { answer } from './fakeAnswer.ts'
import type { FakeAnswer } from './fakeAnswer.ts'

/**
 * Smart accounts of a fake wallet.
 * - `networkIds`: the networks that have them, CAIP-2
 * - `preferred`: the kind of account that the visitor prefers @default eoa
 * - `isDeployed`: whether the account has the code already
 * - `answer`: how the wallet answers another choice @default it approves
 */
export type FakeSmartAccounts = {
  networkIds: readonly string[]
  preferred?: AccountType
  isDeployed?: boolean
  answer?: FakeAnswer
}

/** The state of a fake wallet with smart accounts. Without them, the state as it is. */
export function smartStateOf(
  plain: LinkState,
  smartAccounts: FakeSmartAccounts | undefined,
): LinkState {
  if (!smartAccounts) return plain
  const { networkIds, preferred, isDeployed } = smartAccounts
  const facts = {
    ...(preferred && { preferredAccountType: preferred }),
    ...(isDeployed !== undefined && { smartAccountDeployed: isDeployed }),
  }
  // a test passes valid ids
  return { ...plain, ...withSmartAccounts(plain, facts, networkIds as readonly NetworkId[]) }
}

/**
 * The smart accounts after the choice of a kind of account.
 * @throws KitError actionNotAllowed without smart accounts, or the error of `answer`
 */
export async function choiceOf(
  smartAccounts: FakeSmartAccounts | undefined,
  { type, signal }: { type: AccountType; signal?: AbortSignal },
): Promise<FakeSmartAccounts> {
  await answer(smartAccounts ? smartAccounts.answer : 'actionNotAllowed', signal)
  return { networkIds: [], ...smartAccounts, preferred: type }
}

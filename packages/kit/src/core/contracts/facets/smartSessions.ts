import type { AccountId, NetworkId } from '@latchkey/protocol/caip'
import type { Grant, GrantRequest } from '@latchkey/protocol/sessions/grant'
import type { Account } from '../../kit/state.ts'
import type { Answer } from '../../queries/watchAnswer.ts'

/**
 * Where a smart session stands:
 * - `active`: the site may use it
 * - `usedUp`: the whole amount is used, for good
 * - `expired`: its end has passed
 * - `revoked`: the visitor has ended it
 * - `suspended`: the account can't use it now
 * - `unknown`: no node answered
 */
export type SmartSessionState =
  | 'active'
  | 'usedUp'
  | 'expired'
  | 'revoked'
  | 'suspended'
  | 'unknown'

/** A limit of an amount. Amounts in the smallest unit of the token. */
export type SpendingLimit = {
  /** The address of the token. Absent for the network's own token. */
  token?: string
  /** The second, since 1970, from which it counts. */
  startTime: number
} & (
  | { kind: 'allowance'; amount: bigint }
  | {
      kind: 'periodic'
      amount: bigint
      /** In seconds. */
      period: number
    }
  | {
      kind: 'stream'
      initialAmount: bigint
      amountPerSecond: bigint
      /** Absent without a limit. */
      maxAmount?: bigint
    }
)

/** The calls that a smart session allows. */
export type CallLimit = {
  kind: 'calls'
  targets: readonly string[]
  /** As in the source code if they are known, else as the chain names them. */
  functions: readonly string[]
  /** The maximum amount of one call, in the smallest unit of the network's own token. */
  maxValue: bigint
}

/**
 * A permission that the visitor granted to this site. Everything but `state` and `available` is
 * read from what the account has signed.
 */
export type SmartSession = Grant & {
  /** Unique among all sessions. */
  id: string
  networkId: NetworkId
  limit: SpendingLimit | CallLimit
  /** The only recipients. Absent if anyone may be paid. */
  payees?: readonly string[]
  maxUses?: number
  /** The second, since 1970, at which it was granted. Absent where it is not known. */
  createdAt?: number
  state: SmartSessionState
  /** The second, since 1970, at which it was revoked. */
  revokedAt?: number
  /** The amount that the site can take now. Absent where it is not known, and for calls. */
  available?: bigint
  /** How often it can still be used. Absent without a limit, and where it is not known. */
  usesLeft?: number
}

/**
 * The site's sessions of the account in use, newest first, where there is an API also those that
 * have ended.
 * - `disconnected`: no account is connected
 * - `unsupported`: the account's chain has no sessions
 * - `error`: neither the API nor the wallet lists them, which does not mean that there are none
 */
export type SmartSessionsState =
  | { status: 'disconnected' }
  | { status: 'unsupported' }
  | (Answer<readonly SmartSession[]> & { accountId?: AccountId })

/** Permissions of one namespace, by which a site acts for a while without asking each time. */
export type SmartSessionsFacet = {
  /**
   * Checks a site's request, and asks the account's wallet to grant it. Resolves to what was really
   * granted.
   * @throws KitError optionInvalid, networkNotFound; unsupportedMethod where the wallet does not
   *   grant it; grantChanged where it granted more; userRejected and other errors of the wallet
   */
  grant(parameters: {
    account: Account
    request: GrantRequest
    signal?: AbortSignal
  }): Promise<Grant>
  /** Whether the account's wallet grants permissions. False where it does not answer. */
  isSupported(parameters: { account: Account; signal?: AbortSignal }): Promise<boolean>
  /**
   * The site's sessions of an account on all networks, newest first. The API lists those that have
   * ended, too; wallets do not.
   * @throws KitError if neither the API nor the wallet lists them
   */
  list(parameters: { account: Account; signal?: AbortSignal }): Promise<readonly SmartSession[]>
  /**
   * Ends a session. Resolves when the wallet has ended it; or to the hash of the transaction that
   * ends it.
   * @throws KitError userRejected and other errors of the wallet
   */
  revoke(parameters: {
    account: Account
    session: SmartSession
    signal?: AbortSignal
  }): Promise<string | undefined>
}

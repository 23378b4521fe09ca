/** An EVM address in lower case. */
export type Address = `0x${string}`

/**
 * An asset that an order gives or takes. Its amount is in the smallest unit, such as wei. A `piece`
 * with an undefined `id` means any piece of the collection.
 */
export type Asset =
  | { kind: 'currency'; amount: bigint }
  | { kind: 'token'; token: Address; amount: bigint }
  | { kind: 'piece'; token: Address; id: bigint | undefined; amount: bigint }

/**
 * The effect of a call or a signed permit, as far as its data shows. A contract can still do
 * something else in a function of the same name.
 */
export type Effect =
  | SignedEffect
  /** Only the chain's currency is sent to `to`. */
  | { kind: 'plain'; to: Address }
  /** An amount of a token goes from the account to `to`. ERC-20 */
  | { kind: 'send'; token: Address; to: Address; amount: bigint }
  /**
   * An amount of a token, or the piece with this number, goes from `from` to `to`. ERC-20,
   * ERC-721
   */
  | { kind: 'move'; token: Address; from: Address; to: Address; amount: bigint }
  /** One piece of a collection, or `amount` of them. ERC-721, ERC-1155 */
  | { kind: 'piece'; token: Address; from: Address; to: Address; id: bigint; amount: bigint }
  /** Several pieces of a collection. ERC-1155 */
  | { kind: 'pieces'; token: Address; from: Address; to: Address; count: number }
  /**
   * `spender` may take up to `amount` of a token, or the piece with this number.
   * - `until`: seconds since 1970
   * - `isMore`: the amount is added to an existing allowance
   * - `isPiece`: `amount` is certainly the number of a piece
   */
  | {
      kind: 'allow'
      token: Address
      spender: Address
      amount: bigint
      until?: bigint
      isMore?: boolean
      isPiece?: boolean
    }
  /** `spender` may take less than before. */
  | { kind: 'lessen'; token: Address; spender: Address; amount: bigint }
  /**
   * `operator` may take everything that the account has of a collection, or loses that right.
   * ERC-721, ERC-1155
   */
  | { kind: 'allowAll'; token: Address; operator: Address; isAllowed: boolean }
  /** The paid value is wrapped into a token. WETH */
  | { kind: 'wrap'; token: Address }
  /** A token is unwrapped into the chain's currency. WETH */
  | { kind: 'unwrap'; token: Address; amount: bigint }
  /** `delegate` gets the votes of the account’s tokens. ERC-5805 */
  | { kind: 'votes'; token: Address; delegate: Address }
  /** `agent` may use everything that the account has in the contract `at`, or loses that right. */
  | { kind: 'control'; at: Address; agent: Address; isAllowed: boolean }
  /** `owner` becomes the owner of the contract `at`. */
  | { kind: 'ownership'; at: Address; owner: Address }
  /** The contract `at` runs the code at `code` from now on. */
  | { kind: 'upgrade'; at: Address; code: Address }
  /** One call that contains several calls of the contract `to`. */
  | { kind: 'several'; to: Address; parts: readonly Effect[] }
  /** A new contract. */
  | { kind: 'create'; bytes: number }
  /** The effect is not known. */
  | { kind: 'unknown'; to: Address; selector: string; bytes: number }

/** An effect that only a signature has, never a call. */
export type SignedEffect =
  /**
   * A transfer from the signing account to `to`. Anyone who has the signature can carry it out
   * until `until`, in seconds since 1970. ERC-3009
   */
  | { kind: 'release'; token: Address; to: Address; amount: bigint; until: bigint }
  /**
   * An order: whoever fills it gets the assets in `given`. An asset in `taken` has `to` if its
   * receiver is not the signing account. `at` is the exchange.
   */
  | {
      kind: 'trade'
      at: Address
      given: readonly Asset[]
      taken: readonly (Asset & { to?: Address })[]
      until?: bigint
    }
  /**
   * Another account or contract does `part` in the name of the signing account. `by` is the
   * contract that checks the signature.
   */
  | { kind: 'act'; by: Address; part: Effect; value: bigint; until?: bigint }
  /**
   * A Safe does `part` once enough of its owners have signed; the account is one of them.
   * `isDelegated`: the Safe runs foreign code as its own.
   */
  | { kind: 'safe'; safe: Address; part: Effect; value: bigint; isDelegated: boolean }
  /** Data that was signed before for the contract `at` is revoked. */
  | { kind: 'cancel'; at: Address }

/** An address of EVM, lower case. */
export type Address = `0x${string}`

/**
 * What an order gives or takes. `piece`: `id` is undefined where it is any piece of the collection.
 * Smallest units, wei.
 */
export type Asset =
  | { kind: 'currency'; amount: bigint }
  | { kind: 'token'; token: Address; amount: bigint }
  | { kind: 'piece'; token: Address; id: bigint | undefined; amount: bigint }

/**
 * What a call or a signed permit does, as far as its data tells. A contract may still do something
 * else under the same name.
 */
export type Effect =
  | SignedEffect
  /** Nothing but the value. */
  | { kind: 'plain'; to: Address }
  /** An amount of a token goes from the account to `to`. ERC-20 */
  | { kind: 'send'; token: Address; to: Address; amount: bigint }
  /** An amount, or the one piece with this number, goes from `from` to `to`. ERC-20, ERC-721 */
  | { kind: 'move'; token: Address; from: Address; to: Address; amount: bigint }
  /** One piece of a collection, or `amount` of them. ERC-721, ERC-1155 */
  | { kind: 'piece'; token: Address; from: Address; to: Address; id: bigint; amount: bigint }
  /** Several pieces of a collection. ERC-1155 */
  | { kind: 'pieces'; token: Address; from: Address; to: Address; count: number }
  /**
   * `spender` may take up to `amount` of a token, or the one piece with this number. `until`:
   * seconds since 1970. `isMore`: on top of what it may take already. `isPiece`: it is certainly a
   * piece's number.
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
   * `operator` may take everything that the account has of a collection, or no longer. ERC-721,
   * ERC-1155
   */
  | { kind: 'allowAll'; token: Address; operator: Address; isAllowed: boolean }
  /** The value becomes a token. WETH */
  | { kind: 'wrap'; token: Address }
  /** A token becomes the chain's currency. WETH */
  | { kind: 'unwrap'; token: Address; amount: bigint }
  /** `delegate` votes with what the account has of a token. ERC-5805 */
  | { kind: 'votes'; token: Address; delegate: Address }
  /** `agent` may do everything with what the account has at a contract, or no longer. */
  | { kind: 'control'; at: Address; agent: Address; isAllowed: boolean }
  /** The contract belongs to `owner` from now on. */
  | { kind: 'ownership'; at: Address; owner: Address }
  /** The contract runs the code at `code` from now on. */
  | { kind: 'upgrade'; at: Address; code: Address }
  /** Several calls of one contract. */
  | { kind: 'several'; to: Address; parts: readonly Effect[] }
  /** A new contract. */
  | { kind: 'create'; bytes: number }
  /** Nothing can be told. */
  | { kind: 'unknown'; to: Address; selector: string; bytes: number }

/** What only a signature does, never a call. */
export type SignedEffect =
  /**
   * `from` an account to another, by a signature: whoever has it can carry it out, up to `until`,
   * in seconds since 1970. ERC-3009
   */
  | { kind: 'release'; token: Address; to: Address; amount: bigint; until: bigint }
  /**
   * An order: whoever takes it gets what is given. `to` of what is got: an account other than the
   * one that signs. `at`: the exchange.
   */
  | {
      kind: 'trade'
      at: Address
      given: readonly Asset[]
      taken: readonly (Asset & { to?: Address })[]
      until?: bigint
    }
  /**
   * Another account or contract does `part` in the name of the one that signs. `by`: the contract
   * that checks the signature.
   */
  | { kind: 'act'; by: Address; part: Effect; value: bigint; until?: bigint }
  /**
   * A Safe does `part`, as far as the signature of one of its owners counts. `isDelegated`: it runs
   * foreign code as its own.
   */
  | { kind: 'safe'; safe: Address; part: Effect; value: bigint; isDelegated: boolean }
  /** What was signed before for this contract ends. */
  | { kind: 'cancel'; at: Address }

/** An address of EVM, lower case. */
export type Address = `0x${string}`

/** What a call or a signed permit does, as far as its data tells. A contract may still do something else under the same name. */
export type Effect =
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
  /** `spender` may take up to `amount` of a token, or the one piece with this number. `until`: seconds since 1970. `isMore`: on top of what it may take already. `isPiece`: it is certainly a piece's number. */
  | { kind: 'allow'; token: Address; spender: Address; amount: bigint; until?: bigint; isMore?: boolean; isPiece?: boolean }
  /** `spender` may take less than before. */
  | { kind: 'lessen'; token: Address; spender: Address; amount: bigint }
  /** `operator` may take everything that the account has of a collection, or no longer. ERC-721, ERC-1155 */
  | { kind: 'allowAll'; token: Address; operator: Address; isAllowed: boolean }
  /** The value becomes a token. WETH */
  | { kind: 'wrap'; token: Address }
  /** A token becomes the chain's currency. WETH */
  | { kind: 'unwrap'; token: Address; amount: bigint }
  /** Several calls of one contract. */
  | { kind: 'several'; to: Address; parts: readonly Effect[] }
  /** A new contract. */
  | { kind: 'create'; bytes: number }
  /** Nothing can be told. */
  | { kind: 'unknown'; to: Address; selector: string; bytes: number }

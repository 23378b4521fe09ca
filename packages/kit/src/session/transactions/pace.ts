/** Pauses and limits for following own transactions, in milliseconds. */
export const pace = {
  /** The pause after a transaction was sent, and between two checks while the page is visible. */
  first: 1_000,
  check: 4_000,
  /**
   * The pause for a transaction that has been pending for longer than `slowAfter`, or has ended but
   * may still be undone.
   */
  slow: 15_000,
  slowAfter: 10 * 60_000,
  /** The pause behind a hidden page, and the longest one while the node does not answer. */
  hidden: 60_000,
  /**
   * The time for which an ended transaction is still checked: a reorganisation of the chain may
   * undo it.
   */
  settled: 3 * 60_000,
  /**
   * The time since the sending for which a transaction that no node shows is checked: other signers
   * may need hours.
   */
  unseen: 24 * 60 * 60_000,
  /**
   * The time after which a transaction that the node does not know, and whose nonce is not used,
   * counts as dropped or unseen.
   */
  missing: 5 * 60_000,
  /**
   * The time for which a transaction in a block waits until the node shows its content: nodes that
   * store no transactions never do.
   */
  unread: 60_000,
} as const

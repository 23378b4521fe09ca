/** Pauses and limits for following own transactions, in milliseconds. */
export const pace = {
  /**
   * `first`: the pause after a transaction was sent. `check`: the pause between two checks while
   * the page is visible.
   */
  first: 1_000,
  check: 4_000,
  /**
   * The pause for a transaction that has been pending for longer than `slowAfter`, or has ended but
   * may still be undone.
   */
  slow: 15_000,
  slowAfter: 10 * 60_000,
  /** The pause while the page is hidden, and the longest pause while the node does not answer. */
  hidden: 60_000,
  /**
   * The time for which an ended transaction is still checked: a reorganisation of the chain may
   * undo it.
   */
  settled: 3 * 60_000,
  /**
   * The time after sending for which a transaction that no node shows is still checked. Other
   * signers may need hours.
   */
  unseen: 24 * 60 * 60_000,
  /**
   * The time after which a transaction that the node does not know, and whose nonce is not used,
   * counts as dropped or unseen.
   */
  missing: 5 * 60_000,
  /**
   * The time for which the kit waits until the node shows the content of a transaction in a block.
   * Nodes that store no transactions never show it.
   */
  unread: 60_000,
} as const

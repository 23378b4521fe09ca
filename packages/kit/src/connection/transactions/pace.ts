/** How own transactions are followed, in milliseconds. */
export const pace = {
  /** After a transaction was sent, and between two looks at the chain while somebody looks at the page. */
  first: 1_000,
  look: 4_000,
  /** Of what has been waiting for longer than `patience`, or has ended but may still be undone. */
  slow: 15_000,
  patience: 10 * 60_000,
  /** Behind a hidden page, and the most while the node does not answer. */
  hidden: 60_000,
  /** What has ended is looked at for so long: a reorganisation of the chain may undo it. */
  settled: 3 * 60_000,
  /** A transaction that the node has not known for so long, and whose nonce nobody used, was dropped. */
  missing: 5 * 60_000,
} as const

/** A transaction that nodes refuse. Its message is bitcoind's. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
}

/** Refuses a transaction. @throws Refusal */
export function refuse(reason: string): never {
  throw new Refusal(reason)
}

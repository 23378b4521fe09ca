import { BaseError, UserRejectedRequestError } from 'viem'

/** wagmi's errors are viem's. A refusal is somewhere in the chain of causes. */
export function explain(error: unknown): string {
  const refusal =
    error instanceof BaseError && error.walk((cause) => cause instanceof UserRejectedRequestError)
  return refusal instanceof UserRejectedRequestError
    ? `${refusal.name} ${refusal.code}`
    : String(error)
}

import { BaseError } from 'viem'
import { ProviderError } from './providerError.ts'

/** The node's own error inside viem's; else -32603 with viem's short message. */
export function nodeErrorOf(error: unknown): ProviderError {
  const own = error instanceof BaseError && error.walk((cause) => cause instanceof ProviderError)
  if (own instanceof ProviderError) return own
  return Object.assign(
    new ProviderError(
      -32603,
      error instanceof BaseError ? error.shortMessage : 'The transaction could not be sent.',
    ),
    { cause: error },
  )
}

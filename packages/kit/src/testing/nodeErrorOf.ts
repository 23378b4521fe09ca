import { BaseError } from 'viem'
import { ProviderError } from './providerError.ts'

/**
 * The node's own error inside an error of viem. If there is none, -32603 with viem's short message.
 */
export function nodeErrorOf(error: unknown): ProviderError {
  const providerError =
    error instanceof BaseError && error.walk((cause) => cause instanceof ProviderError)
  if (providerError instanceof ProviderError) return providerError
  return Object.assign(
    new ProviderError(
      -32603,
      error instanceof BaseError ? error.shortMessage : 'The transaction could not be sent.',
    ),
    { cause: error },
  )
}

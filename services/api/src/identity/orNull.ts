import { BaseError } from 'viem'
import { NodesError } from '../providers/nodes.ts'

/**
 * Null when a resolver refuses or answers nonsense; nodes that are down are an error. @throws
 * NodesError; the signal's reason
 */
export async function orNull<value>(
  asked: Promise<value>,
  signal: AbortSignal,
): Promise<value | null> {
  try {
    return await asked
  } catch (error) {
    signal.throwIfAborted()
    const cause =
      error instanceof BaseError ? error.walk((inner) => inner instanceof NodesError) : error
    if (cause instanceof NodesError) throw cause
    return null
  }
}

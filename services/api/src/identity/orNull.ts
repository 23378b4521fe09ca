import { BaseError } from 'viem'
import { NodesError } from '../providers/nodes.ts'

/**
 * Null if a resolver refuses, or answers invalidly. If no node answers, it throws.
 * @throws NodesError; the signal's reason
 */
export async function orNull<value>(
  request: Promise<value>,
  signal: AbortSignal,
): Promise<value | null> {
  try {
    return await request
  } catch (error) {
    signal.throwIfAborted()
    const cause =
      error instanceof BaseError ? error.walk((inner) => inner instanceof NodesError) : error
    if (cause instanceof NodesError) throw cause
    return null
  }
}

import type { Kit } from '../../core/kit/kit.ts'
import { useKit } from './useKit.ts'

/**
 * Returns the function that connects a wallet by its id, or opens the modal. It throws the
 * KitErrors of `kit.connect`.
 */
export function useConnect(): Kit['connect'] {
  return useKit().connect
}

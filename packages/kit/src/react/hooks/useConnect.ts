import type { Kit } from '../../core/kit/kit.ts'
import { useKit } from './useKit.ts'

/**
 * Connects a wallet by its id, or opens the modal. The function throws a KitError as `kit.connect`
 * does.
 */
export function useConnect(): Kit['connect'] {
  return useKit().connect
}

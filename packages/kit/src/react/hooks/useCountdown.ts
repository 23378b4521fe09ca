import { useCountdown as useCountdownOf } from '@latchkey/ui/useCountdown.ts'
import { useKit } from './useKit.ts'
import { contextOf } from '../../core/kit/context.ts'

/** Returns the whole seconds until a time in milliseconds, counting down; 0 when it has passed. */
export function useCountdown(until: number): number {
  return useCountdownOf(until, contextOf(useKit()).clock)
}

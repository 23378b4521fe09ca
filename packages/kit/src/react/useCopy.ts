import { showToast } from '../core/toast.ts'
import { useKit } from './useKit.ts'

/** Copies a text and says so, in the words given. */
export function useCopy(): (text: string, words: { done: string; failed: string }) => Promise<void> {
  const kit = useKit()
  return async (text, { done, failed }) => {
    try {
      await navigator.clipboard.writeText(text)
      showToast(kit, { message: { text: done }, variant: 'success' })
    } catch {
      showToast(kit, { message: { text: failed }, variant: 'error' }) // no permission, or no secure page
    }
  }
}

import * as times from '@latchkey/protocol/times'
import { KitError } from '../../core/errors/KitError.ts'
import { showToast } from '../../core/kit/toast.ts'
import { useClipboard } from './useClipboard.ts'
import { useKit } from './useKit.ts'

/** Returns the function that copies a text and shows a toast about the result. */
export function useCopy(): (
  text: string,
  words: { done: string; failed: string },
) => Promise<void> {
  const kit = useKit()
  const withClipboard = useClipboard()
  return async (text, { done, failed }) => {
    try {
      await withClipboard((clipboard) => clipboard.writeText(text), times.clipboardWrite)
      showToast(kit, { message: { text: done }, variant: 'success' })
    } catch (error) {
      if (!KitError.is(error, 'requestAborted'))
        // the page has no permission, or is not secure
        showToast(kit, { message: { text: failed }, variant: 'error' })
    }
  }
}

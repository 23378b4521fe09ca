import { tabStorage } from './storage.ts'
import { keyName } from './storedKeys.ts'

/**
 * Deletes the answers that came back from the embedded wallet's own page. A site that repeats a
 * request gets the stored answer. But a visitor who presses "Send" in the modal again wants another
 * payment.
 */
export const forgetAnswers = (): void => tabStorage().removeItem(keyName('answered'))

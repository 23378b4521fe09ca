import { tabStorage } from './storage.ts'
import { keyName } from './storedKeys.ts'

/**
 * Deletes the stored answers of the embedded wallet's own page. They exist for sites that repeat a
 * request after the tab has returned from that page. A visitor who presses "Send" in the modal
 * again wants another payment, not the stored answer.
 */
export const forgetAnswers = (): void => tabStorage().removeItem(keyName('answered'))

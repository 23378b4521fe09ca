import { tabStorage } from './storage.ts'
import { keyName } from './storedKeys.ts'

/**
 * Forgets what came back from the embedded wallet's own page. A site that asks for the same once
 * more gets the answer of then; a visitor who presses "Send" in the modal once more means another
 * payment.
 */
export const forgetAnswers = (): void => tabStorage().removeItem(keyName('answered'))

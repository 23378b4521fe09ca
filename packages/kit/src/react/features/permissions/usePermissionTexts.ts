import { useMessages } from '../../i18n/useMessages.ts'
import { messages } from './messages.ts'
import type { Translate } from './sentenceOf.ts'

/** Returns the texts of permissions. A value that a text does not name is ignored. */
export const usePermissionTexts = (): Translate =>
  // wider than the type of texts, which asks for the values of the one key that is passed
  useMessages(messages) as Translate

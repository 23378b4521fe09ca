import type { Message } from '@latchkey/words/messages'
import { useKit } from '../hooks/useKit.ts'
import { useKitState } from '../hooks/useKitState.ts'
import { contextOf } from '../../core/kit/context.ts'

/**
 * Returns a function that gives a text by scope and key: the site's own text, or else the text in
 * the visitor's language. It gives undefined if there is only an English text.
 */
export function useTexts(): (scope: string, key: string) => Message | undefined {
  const own: { [name: string]: string | undefined } | undefined = contextOf(useKit()).options.texts
  const loaded = useKitState((state) => state.texts)
  return (scope, key) => own?.[`${scope}.${key}`] ?? loaded?.[scope]?.[key]
}

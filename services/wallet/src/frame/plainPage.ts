import { messages } from './screens/messages.ts'
import { browserLanguages } from './words/browserLanguages.ts'
import { createFrameLanguage } from './words/createFrameLanguage.ts'
import { followLanguage } from './words/followLanguage.ts'

/**
 * Why the page has nothing to do.
 * - `alone`: it was opened directly
 * - `broken`: its server did not write its settings, or the browser stores nothing
 * - `cutOff`: the site's page can't reach the window that it has opened
 */
export type PlainReason = 'alone' | 'broken' | 'cutOff'

/** Shows a page that explains the reason, without any link. */
export async function showPlainPage(root: HTMLElement, reason: PlainReason): Promise<void> {
  const language = createFrameLanguage(browserLanguages())
  await language.settled()
  followLanguage(root.ownerDocument, language)
  const words = language.words(messages)
  root.ownerDocument.documentElement.dataset['mode'] = matchMedia('(prefers-color-scheme: light)')
    .matches
    ? 'light'
    : 'dark'
  const main = document.createElement('main')
  main.className = 'plain'
  const title = document.createElement('h1')
  title.textContent = words[`${reason}Title`]
  const text = document.createElement('p')
  text.textContent = words[`${reason}Text`]
  main.append(title, text)
  root.replaceChildren(main)
}

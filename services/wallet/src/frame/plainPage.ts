import { messages } from './screens/messages.ts'
import { createLanguage } from './words/createLanguage.ts'
import { followLanguage } from './words/followLanguage.ts'
import { textLoads } from './words/textLoads.ts'

/** A page that says what this is, for a visitor who opened the frame by itself, or whose server did not write its settings. */
export async function showPlainPage(root: HTMLElement, isAlone: boolean): Promise<void> {
  const language = createLanguage(textLoads, navigator.languages)
  await language.settled()
  followLanguage(root.ownerDocument, language)
  const words = language.words(messages)
  const main = document.createElement('main')
  main.className = 'plain'
  const title = document.createElement('h1')
  title.textContent = isAlone ? words.aloneTitle : words.brokenTitle
  const text = document.createElement('p')
  text.textContent = isAlone ? words.aloneText : words.brokenText
  main.append(title, text)
  root.replaceChildren(main)
}

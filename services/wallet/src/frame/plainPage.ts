import { messages } from './screens/messages.ts'

/** A page that says what this is, for a visitor who opened the frame by itself, or whose server did not write its settings. */
export function showPlainPage(root: HTMLElement, isAlone: boolean): void {
  const main = document.createElement('main')
  main.className = 'plain'
  const title = document.createElement('h1')
  title.textContent = isAlone ? messages.aloneTitle : messages.brokenTitle
  const text = document.createElement('p')
  text.textContent = isAlone ? messages.aloneText : messages.brokenText
  main.append(title, text)
  root.replaceChildren(main)
}

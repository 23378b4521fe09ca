type Props = Record<string, string | boolean | ((event: Event) => void)>

/** One element with attributes, listeners (`onclick`) and children; text stays text. */
export function element<tag extends keyof HTMLElementTagNameMap>(
  document: Document,
  tag: tag,
  props: Props = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[tag] {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(props)) {
    if (typeof value === 'function') made.addEventListener(name.slice(2), value)
    else if (typeof value === 'boolean') made.toggleAttribute(name, value)
    else made.setAttribute(name, value)
  }
  made.append(...children)
  return made
}

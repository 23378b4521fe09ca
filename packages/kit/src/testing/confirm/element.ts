type Props = Record<string, string | boolean | ((event: Event) => void)>

/**
 * Creates an element with attributes, listeners (`onclick`) and children. Text is inserted as text,
 * not as HTML.
 */
export function element<tag extends keyof HTMLElementTagNameMap>(
  document: Document,
  tag: tag,
  props: Props = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[tag] {
  const created = document.createElement(tag)
  for (const [name, value] of Object.entries(props)) {
    if (typeof value === 'function') created.addEventListener(name.slice(2), value)
    else if (typeof value === 'boolean') created.toggleAttribute(name, value)
    else created.setAttribute(name, value)
  }
  created.append(...children)
  return created
}

/** Creates an element with properties and children. */
export const element = <name extends keyof HTMLElementTagNameMap>(
  name: name,
  properties: { readonly [property: string]: unknown } = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[name] => {
  const made = Object.assign(document.createElement(name), properties)
  made.append(...children)
  return made
}

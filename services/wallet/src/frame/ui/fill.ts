type Placeholders<text extends string> = text extends `${string}{${infer name}}${infer rest}`
  ? name | Placeholders<rest>
  : never

/**
 * Fills the placeholders of a message. Foreign values are isolated, so that right-to-left
 * letters in them reorder nothing around them.
 */
export function fill<text extends string>(
  text: text,
  values: Record<Placeholders<text>, string | number>,
): string {
  const known: Record<string, string | number> = values
  return text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = known[name]
    return typeof value === 'number' ? String(value) : `\u2068${value ?? ''}\u2069`
  })
}

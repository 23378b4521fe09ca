/**
 * Adds a label to every sample of a text in the Prometheus format.
 * @param value the label's value; it is not escaped
 */
export function labelMetrics(text: string, label: string, value: string): string {
  return text.replace(/^([a-zA-Z_:][\w:]*)(\{)?/gm, (_, name: string, brace: string | undefined) =>
    brace ? `${name}{${label}="${value}",` : `${name}{${label}="${value}"}`,
  )
}

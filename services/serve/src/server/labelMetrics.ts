/**
 * Adds a label to every number of a text in Prometheus' format.
 * @param value of the label, a name of our own
 */
export function labelMetrics(text: string, label: string, value: string): string {
  return text.replace(/^([a-zA-Z_:][\w:]*)(\{)?/gm, (_, name: string, brace: string | undefined) =>
    brace ? `${name}{${label}="${value}",` : `${name}{${label}="${value}"}`,
  )
}

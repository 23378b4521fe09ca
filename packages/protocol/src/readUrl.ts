/**
 * Parses a URL; undefined if it is invalid. `URL.canParse` is not used: in Node 20 and 22, once it
 * is compiled, it returns false for hosts like `münchen.example`. WHATWG URL
 */
export function readUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base)
  } catch {
    return undefined
  }
}

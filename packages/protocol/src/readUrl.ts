/**
 * Parses a URL; undefined for an invalid one. It does not use `URL.canParse`, because Node 20 and
 * 22, once they have compiled it, answer false for hosts like `münchen.example`. WHATWG URL
 */
export function readUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base)
  } catch {
    return undefined
  }
}

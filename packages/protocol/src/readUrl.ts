/**
 * A text as a URL; undefined when it is none. Does not use `URL.canParse`: Node 20 and 22, once they
 * have compiled it, answer with false for hosts like `münchen.example`. WHATWG URL
 */
export function readUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base)
  } catch {
    return undefined
  }
}

/** Appends an absolute path to a base URL without losing the base's own path. */
export function joinUrl(base: string, path: string): string {
  return base.replace(/\/+$/, '') + path
}

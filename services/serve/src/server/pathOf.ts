/**
 * The path of a request, without its query. Undefined for a path that two programs could understand
 * differently: a whole URL, dot segments (also encoded), empty segments, backslashes. The services
 * decode and normalize paths, so such a path could reach a page that its sender may not see.
 */
export function pathOf(target: string | undefined): string | undefined {
  const [path = ''] = (target ?? '').split(/[?#]/, 1)
  if (!path.startsWith('/') || path.includes('//') || path.includes('\\')) return undefined
  const isOdd = path.split('/').some((segment) => /^(?:\.|%2e){1,2}$/i.test(segment))
  return isOdd ? undefined : path
}

/**
 * The first segment of a path, such as `v1`. It is not decoded, so each name has only one spelling.
 */
export const firstOf = (path: string): string => path.split('/', 2)[1] ?? ''

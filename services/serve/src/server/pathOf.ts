/**
 * The path of a request, without its query; undefined for one that different readers could read
 * differently: a whole URL, dot segments (also encoded), empty segments, backslashes. Services
 * decode and tidy paths, so such a path could reach what is not meant for its sender.
 */
export function pathOf(target: string | undefined): string | undefined {
  const [path = ''] = (target ?? '').split(/[?#]/, 1)
  if (!path.startsWith('/') || path.includes('//') || path.includes('\\')) return undefined
  const isOdd = path.split('/').some((segment) => /^(?:\.|%2e){1,2}$/i.test(segment))
  return isOdd ? undefined : path
}

/**
 * The first segment of a path, such as `v1`; encoded letters stay encoded, so that no other
 * spelling of a name is that name.
 */
export const firstOf = (path: string): string => path.split('/', 2)[1] ?? ''

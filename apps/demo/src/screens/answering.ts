import type { ScreenState } from './screenState.ts'

/**
 * Creates a `fetch` that has its own answers for some paths of the API. In an answer, `{api}` is
 * replaced by the API's URL.
 */
export function answering(
  answers: ScreenState['answers'] = {},
  { responseHeaders, broken }: Pick<ScreenState, 'responseHeaders' | 'broken'>,
): typeof fetch {
  return (input, init) => {
    const url = input instanceof Request ? input.url : String(input)
    if (broken && url.includes(broken))
      return Promise.resolve(Response.json({ status: 'FAILED' }, { status: 404 }))
    const path = Object.keys(answers).find((part) =>
      new URL(url, location.href).pathname.includes(part),
    )
    if (path === undefined) return fetch(input, init)
    const text = JSON.stringify(answers[path]).replaceAll(
      '{api}',
      new URL(url, location.href).origin,
    )
    return Promise.resolve(
      new Response(text, { headers: { 'content-type': 'application/json', ...responseHeaders } }),
    )
  }
}

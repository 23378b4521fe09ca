import type * as server from './serverHtml.ts'

/** In a browser, React renders the buttons. */
export const buttonsHtml: (...args: Parameters<typeof server.buttonsHtml>) => undefined = () =>
  undefined
/** In a browser, the parser has already created the shadow root from the server's HTML. */
export const shadowTemplate: (...args: Parameters<typeof server.shadowTemplate>) => undefined =
  () => undefined

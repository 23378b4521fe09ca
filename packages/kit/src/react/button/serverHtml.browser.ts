import type * as server from './serverHtml.ts'

/** A browser renders its buttons itself. */
export const buttonsHtml: (...args: Parameters<typeof server.buttonsHtml>) => undefined = () =>
  undefined
/** A browser's parser has created the shadow root. */
export const shadowTemplate: (...args: Parameters<typeof server.shadowTemplate>) => undefined =
  () => undefined

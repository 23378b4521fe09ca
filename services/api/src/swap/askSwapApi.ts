/** Another service's answer is no usable one. Its message contains no URL and no key. */
export class SwapApiError extends Error {
  override readonly name = 'SwapApiError'
}

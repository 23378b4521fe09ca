/**
 * Whether an input method, such as that for Japanese, handles a key: the key chooses or ends a
 * composition, and the page must ignore it. Safari reports the key that ends a composition after
 * the composition, and only by the key code 229. Source: UI Events, 5.2.5;
 * https://www.w3.org/TR/uievents/#determine-keydown-keyup-keyCode
 */
export const isInputMethod = ({
  isComposing,
  keyCode,
}: {
  readonly isComposing: boolean
  readonly keyCode: number
}): boolean => isComposing || keyCode === 229

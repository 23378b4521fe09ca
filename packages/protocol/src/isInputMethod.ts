/**
 * Whether a key belongs to an input method, such as the one for Japanese. The key then chooses or
 * ends a composition, and the page must ignore it. Safari reports the key that ends a composition
 * only afterwards, and only with the key code 229. Source: UI Events, 5.2.5;
 * https://www.w3.org/TR/uievents/#determine-keydown-keyup-keyCode
 */
export const isInputMethod = ({
  isComposing,
  keyCode,
}: {
  readonly isComposing: boolean
  readonly keyCode: number
}): boolean => isComposing || keyCode === 229

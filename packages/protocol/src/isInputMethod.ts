/**
 * Whether a key is taken by an input method, such as that for Japanese: it chooses or ends a
 * composition, and is none of the page's. Safari tells the key that ends one only by its code, 229,
 * after the composition. Source: UI Events, 5.2.5;
 * https://www.w3.org/TR/uievents/#determine-keydown-keyup-keyCode
 */
export const isInputMethod = ({
  isComposing,
  keyCode,
}: {
  readonly isComposing: boolean
  readonly keyCode: number
}): boolean => isComposing || keyCode === 229

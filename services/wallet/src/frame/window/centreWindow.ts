/** CSS pixels of the window as it asks to be opened. */
const size = { width: 400, height: 720 }

type View = Pick<Window, 'outerWidth' | 'outerHeight' | 'moveTo' | 'resizeTo'> & {
  toolbar: { visible: boolean }
  screen: {
    availWidth: number
    availHeight: number /** Not of every browser. */
    availLeft?: number
    availTop?: number
  }
}

/**
 * Moves a window that a site has opened to the middle of its screen, at its size: the site chose
 * both, and could have put it below what stays in front of all windows. Browsers that let no page
 * do so, and tabs, stay.
 */
export function centreWindow(view: View): void {
  if (view.toolbar.visible) return
  const { availLeft = 0, availTop = 0, availWidth, availHeight } = view.screen
  const [width, height] = [Math.min(size.width, availWidth), Math.min(size.height, availHeight)]
  view.resizeTo(width, height)
  view.moveTo(
    Math.floor(availLeft + (availWidth - width) / 2),
    Math.floor(availTop + (availHeight - height) / 2),
  )
}

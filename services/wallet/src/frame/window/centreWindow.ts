/** Size in CSS pixels at which the window opens. */
const size = { width: 400, height: 720 }

type View = Pick<Window, 'outerWidth' | 'outerHeight' | 'moveTo' | 'resizeTo'> & {
  toolbar: { visible: boolean }
  screen: {
    availWidth: number
    availHeight: number
    /** Missing in some browsers. */
    availLeft?: number
    availTop?: number
  }
}

/**
 * Moves a window that a site has opened to the centre of its screen, and resizes it. The site chose
 * position and size, and could have put the window below another window that stays on top. In
 * browsers that do not allow it, and in tabs, nothing happens.
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

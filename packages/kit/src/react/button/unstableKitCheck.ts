/**
 * After this many kits that were created during renders, the check reports that the component
 * creates a kit in each render.
 */
const maxKits = 4

/**
 * Counts the kits that a component creates while it renders. Kits that a module creates are not
 * counted, however often a development server reloads the module.
 * @returns the function to call with the kit of each render; `isBeingMade` tells whether the code
 *   that created this kit was still running during the render
 */
export function createUnstableKitCheck(
  report: () => void,
): (kit: object, isBeingMade: boolean) => void {
  let last: object | undefined
  let count = 0
  return (kit, isBeingMade) => {
    if (kit === last) return
    last = kit
    if (isBeingMade && ++count === maxKits) report()
  }
}

/**
 * The number of kits created during renders from which on the component is at fault: it creates a
 * kit in each render.
 */
const maxKits = 4

/**
 * Counts the kits that a component creates while it renders. Kits that a module creates are not
 * counted, however often a development server reloads it.
 * @returns the function that takes the kit of each render, and whether the code that created it was
 *   still running then
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

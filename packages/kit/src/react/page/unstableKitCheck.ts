/**
 * Kits that were made within a render, after which they are not chosen by the site but made anew by
 * each.
 */
const maxKits = 4

/**
 * Counts the kits that a component makes while it renders. Those that a module makes are not
 * counted, however many a development server loads anew.
 * @returns the function that takes the kit of each render, and whether the code that made it still
 *   ran then
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

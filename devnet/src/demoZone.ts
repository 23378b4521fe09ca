/**
 * The zone in which visitors of the demo site register names. RFC 2606 reserves `.example`, so the
 * zone has no owner. `apps/demo/src/createSite.ts` names it, too.
 */
export const demoZone = 'ferry-lane.example'

/**
 * The zone in which visitors of the demo site register names. RFC 2606 reserves `.example`, so the
 * zone has no owner. Must be the same as in `apps/demo/src/createSite.ts`.
 */
export const demoZone = 'ferry-lane.example'

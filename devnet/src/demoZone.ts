/**
 * The zone in which visitors of the demo site register names. Nobody can own it: RFC 2606 keeps
 * `.example` free. `apps/demo/src/createSite.ts` names it, too.
 */
export const demoZone = 'ferry-lane.example'

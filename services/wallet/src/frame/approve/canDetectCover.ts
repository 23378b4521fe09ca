/**
 * Whether this browser tells a frame what lies over it. Where it does not, nothing is approved in a
 * page. Intersection Observer, version 2
 */
export const canDetectCover = (): boolean => 'isVisible' in IntersectionObserverEntry.prototype

/**
 * Whether this browser reports what covers a frame. Without that, nothing is approved inside a
 * page. Intersection Observer, version 2
 */
export const canDetectCover = (): boolean => 'isVisible' in IntersectionObserverEntry.prototype

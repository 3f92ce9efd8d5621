/** The only easing curve: fast start, soft end. */
const easing = 'cubic-bezier(0.2, 0, 0, 1)'

/**
 * Animates an element for `share` of the theme's duration: 150 ms by default, of which 1/2, 5/6, 4/3 and 8/3 are the 75, 125, 200 and 400
 * ms of the specification (section 9). Style sheets take the same shares. Does nothing, and returns `undefined`, when the user prefers
 * reduced motion or the theme's duration is zero.
 */
export const animate = (element: Element, keyframes: Keyframe[], share = 1): Animation | undefined => {
  const view = element.ownerDocument.defaultView
  if (view === null || view.matchMedia('(prefers-reduced-motion: reduce)').matches) return undefined
  const duration = share * Number.parseFloat(view.getComputedStyle(element).getPropertyValue('--lk-duration'))
  return duration > 0 ? element.animate(keyframes, { duration, easing }) : undefined
}

/**
 * Returns a snapshot of an element, to fade out in its place after React has removed it. It is not interactive, is hidden from assistive
 * technology, and loads nothing.
 */
export const ghostOf = (element: HTMLElement): HTMLElement => {
  const ghost = element.cloneNode(true) as HTMLElement
  for (const live of ghost.querySelectorAll('iframe, video, audio, object, embed')) live.remove()
  ghost.classList.add('lk-ghost')
  ghost.inert = true
  ghost.ariaHidden = 'true'
  return ghost
}

/** `react-dom/client` of the build that includes Preact. Chunks that draw import it; nothing of it loads before the first view. */
import { options, type VNode } from 'preact'
import { createRoot as createCompatRoot } from 'preact/compat/client'

const focus = (element: HTMLElement | null): void => element?.focus()

/** React focuses an element with `autoFocus` when it appears; Preact leaves it to the browser, which does that once per page. */
const focusOnAppearance = (vnode: VNode): void => {
  const { autoFocus } = vnode.props as { autoFocus?: boolean }
  if (typeof vnode.type === 'string' && autoFocus && !vnode.ref) vnode.ref = focus
}

const { vnode: previous } = options
const prepare = (vnode: VNode): void => {
  focusOnAppearance(vnode)
  previous?.(vnode)
}

/** Creates a root, as `react-dom/client` does. */
export const createRoot = (container: HTMLElement): ReturnType<typeof createCompatRoot> => {
  options.vnode = prepare
  return createCompatRoot(container)
}

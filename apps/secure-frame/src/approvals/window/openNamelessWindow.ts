import type { OpenedWindow } from './createApprovalWindow.ts'

/** As wide as a phone and as high as the frame at its highest, in CSS pixels. */
const size = { width: 400, height: 680 }

/**
 * Opens a window of our own origin over the middle of the one we are in; null when the browser does not allow it. It has
 * no name: a page that knew one could have opened a window under it before us, and kept hold of it.
 */
export const openNamelessWindow = (self: Window, url: string): OpenedWindow | null => {
  const left = Math.round(self.screenX + Math.max(0, (self.outerWidth - size.width) / 2))
  const top = Math.round(self.screenY + Math.max(0, (self.outerHeight - size.height) / 2))
  const features = `popup,width=${size.width},height=${size.height},left=${left},top=${top}`
  return self.open(url, '_blank', features)
}

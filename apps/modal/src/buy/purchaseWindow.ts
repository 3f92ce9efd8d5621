import { type OpenerWindow, popupFeatures } from '../connectors/social/popupFeatures.ts'

/** A window in which the user pays at a provider. */
export type PurchaseWindow = {
  /** Navigates it to the provider's page. */
  lead(url: string): void
  focus(): void
  close(): void
  isClosed(): boolean
}

const size = { width: 480, height: 760 }

/**
 * Opens an empty window, as only a browser's own click handler may; null when the browser doesn't. The provider's page gets no hold of
 * the page that has opened it.
 */
export const openPurchaseWindow = (opener: OpenerWindow): PurchaseWindow | null => {
  const opened = opener.open('', '_blank', popupFeatures(opener, size))
  if (opened === null) return null
  return {
    lead(url) {
      opened.opener = null
      opened.location.replace(url)
    },
    focus: () => opened.focus(),
    close: () => opened.close(),
    isClosed: () => opened.closed,
  }
}

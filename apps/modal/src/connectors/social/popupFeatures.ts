/** The part of the page's own window that opening another one needs. */
export type OpenerWindow = Pick<
  Window,
  | 'navigator'
  | 'open'
  | 'addEventListener'
  | 'removeEventListener'
  | 'screenX'
  | 'screenY'
  | 'outerWidth'
  | 'outerHeight'
> & { readonly document: Pick<Document, 'hasFocus'> }

/** Returns the features of a window of this size, for `window.open`: in the middle of the page's own window. */
export const popupFeatures = (
  { screenX, screenY, outerWidth, outerHeight }: OpenerWindow,
  { width, height }: { width: number; height: number },
): string => {
  const left = Math.round(screenX + Math.max(0, outerWidth - width) / 2)
  const top = Math.round(screenY + Math.max(0, outerHeight - height) / 2)
  return `popup,width=${width},height=${height},left=${left},top=${top}`
}

import type { Wallet } from '@latchkey/api-client'

type Store = 'chrome' | 'appStore' | 'playStore' | 'homepage'
export type StoreLink = { readonly store: Store; readonly href: string }

/** The stores of a device, the best first. The wallet's own site is for every device. */
const storesOf = (userAgent: string): readonly Store[] => {
  if (/Android/i.test(userAgent)) return ['playStore', 'homepage']
  if (/iPhone|iPad|iPod/i.test(userAgent)) return ['appStore', 'homepage']
  const takesExtensions = /Chrom(e|ium)\//.test(userAgent)
  return takesExtensions ? ['chrome', 'homepage', 'appStore', 'playStore'] : ['homepage', 'appStore', 'playStore']
}

/** Returns a wallet's download links, the best for this device first. */
export const storeLinks = (
  { chrome_store, app_store, play_store, homepage }: Wallet,
  userAgent: string = navigator.userAgent,
): readonly StoreLink[] => {
  const links: Record<Store, string | null | undefined> = {
    chrome: chrome_store,
    appStore: app_store,
    playStore: play_store,
    homepage,
  }
  return storesOf(userAgent).flatMap((store) => {
    const href = links[store]
    return href ? [{ store, href }] : []
  })
}
